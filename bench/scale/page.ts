// docs/scale.md: what was measured, and what the simulation makes of it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { table } from "../performance/print.ts";
import { seconds } from "../performance/targets.ts";
import type { PerTrial, ScaleFigures } from "./figures.ts";
import { foretold } from "./prediction.ts";
import { bytes, many, scaleReport } from "./report.ts";
import { askedFor } from "./scenario-flags.ts";

export const pageFile = join(import.meta.dirname, "..", "..", "docs", "scale.md");

/** The page with its parts between their marks: the figures, and what each command that it shows prints. */
export function pageWith(page: string, figures: ScaleFigures): string {
  const marked = /(<!-- (figures|npm run scale(?: -- ([^>]*?))?) -->\n)[\s\S]*?(<!-- end -->)/g;
  return page.replaceAll(marked, (_, begin: string, what: string, args = "", end: string) => {
    const text = what === "figures" ? figureTables(figures) : simulated(figures, args);
    return `${begin}${text}\n${end}`;
  });
}

export function writePage(figures: ScaleFigures): void {
  writeFileSync(pageFile, pageWith(readFileSync(pageFile, "utf8"), figures));
}

function simulated(figures: ScaleFigures, args: string): string {
  const asked = askedFor(args.split(" ").filter(Boolean));
  if (asked === "help" || "problems" in asked) throw new Error(`docs/scale.md: npm run scale -- ${args}`);
  return scaleReport(figures, asked.scenario, asked.prices);
}

const milliseconds = (value: number) => `${(value * 1_000).toFixed(2)} ms`;
const row = (name: string, { trial, call, token }: PerTrial, words: (value: number) => string) => [
  name,
  words(trial),
  words(call),
  words(token * 1_000),
];

export function figureTables(figures: ScaleFigures): string {
  const { machine, processor, tables, log, looks, sums, removal, busiest } = figures;
  return [
    `Measured on ${machine.date}, Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), which workers, Redis and PostgreSQL shared.`,
    table(
      ["processor time", "a trial", "each call", "each 1,000 tokens"],
      Object.entries(processor).map(([name, figure]) => row(name, figure, milliseconds)),
    ),
    table(
      ["on disk, with indexes", "a trial", "each call", "each 1,000 tokens"],
      [...Object.entries(tables), ["write-ahead log", log] as const].map(([name, figure]) => row(name, figure, bytes)),
    ),
    table(
      ["a look at progress", "calls", "takes"],
      looks.map((look) => [`${many(look.trials)} trials`, many(look.calls), seconds(look.seconds)]),
    ),
    table(
      ["other", ""],
      [
        ...busiest.map(({ workers, perSecond }) => [
          `trials a second that wait for nothing, ${workers === 1 ? "one worker" : `${workers} workers`}`,
          perSecond.toFixed(0),
        ]),
        ["commits of PostgreSQL for a trial with one call", figures.commits.toFixed(1)],
        ["what queue, claim and commits add to a trial", seconds(figures.overhead)],
        ["a waiting trial in Redis", bytes(figures.waitingJob)],
        ...sums.map((sum) => [
          `\`viva gate\` of a run of ${many(sum.trials)} trials, not summed up before`,
          `${seconds(sum.seconds)}, ${bytes(sum.memory)} of memory`,
        ]),
        [`\`viva rm\` of a run of ${many(removal.trials)} trials with a call each`, seconds(removal.seconds)],
      ],
    ),
    table(
      ["the simulation against real runs", "measured", "foretold", "difference"],
      foretold(figures).map(({ check, words, perSecond }) => [
        words,
        `${check.perSecond.toFixed(1)}/s`,
        `${perSecond.toFixed(1)}/s`,
        `${(100 * (perSecond / check.perSecond - 1)).toFixed(0)} %`,
      ]),
    ),
  ].join("\n\n");
}
