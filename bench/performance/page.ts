// docs/performance.md and its picture, made of the figures of one run.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Figures, figuresFile, readFigures } from "./figures.ts";
import { performancePicture } from "./picture.ts";
import { figureTables, limitsTable } from "./print.ts";
import { titleOf, usualCases } from "./work.ts";

const docs = join(import.meta.dirname, "..", "..", "docs");
export const pageFile = join(docs, "performance.md");
export const pictureFile = join(docs, "images", "performance.svg");

const [begin, end] = ["<!-- figures: written by npm run bench -- peers -->", "<!-- end of figures -->"];

/** The page with these figures between its marks. */
export function pageWith(page: string, figures: Figures): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`docs/performance.md needs the lines ${begin} and ${end}`);
  return `${page.slice(0, from)}${begin}\n${figuresText(figures)}\n${page.slice(to)}`;
}

function figuresText(figures: Figures): string {
  const { machine, works, missing, scale } = figures;
  const { node, cores, cpu, date, rounds } = machine;
  const reasons = works.flatMap(({ work, figures }) =>
    Object.entries(figures).flatMap(([name, figure]) =>
      "cannot" in figure ? [`- ${titleOf(work)}: ${name} ${figure.cannot}.`] : [],
    ),
  );
  return [
    `Measured on ${date}, Node ${node}, ${cores} cores (${cpu}), best of ${rounds}. In brackets: how many times as long as Viva.`,
    figureTables(figures),
    ...(reasons.length > 0 ? [`“–” stands for work that a tool does not do:\n\n${reasons.join("\n")}`] : []),
    ...(missing.length > 0 ? [`Not measured, because they could not be installed: ${missing.join(", ")}.`] : []),
    ...(scale[0]?.cases === usualCases
      ? ["The limits that Viva sets itself:", limitsTable(figures)]
      : [`A small version: the limits that Viva sets itself are about ${usualCases.toLocaleString("en")} cases.`]),
  ].join("\n\n");
}

/** Writes the figures, the page and the picture. */
export function writePage(figures: Figures): void {
  const rounded = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toFixed(4)) : value);
  writeFileSync(figuresFile, `${JSON.stringify(figures, rounded, 2)}\n`);
  const kept = readFigures();
  writeFileSync(pageFile, pageWith(readFileSync(pageFile, "utf8"), kept));
  writeFileSync(pictureFile, performancePicture(kept));
}
