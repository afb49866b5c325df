// The times of the comparison as bars, each work on a scale of its own.
import type { Figures } from "./figures.ts";
import { seconds } from "./targets.ts";
import { titleOf } from "./work.ts";

const width = 760;
const nameWidth = 130;
const barWidth = 500;
const rowHeight = 24;

/** A picture that is readable on white and on black. */
export function performancePicture({ works, tools }: Figures): string {
  let y = 8;
  const elements: string[] = [];
  for (const { work, figures } of works) {
    const times = tools.flatMap(({ name }) => {
      const figure = figures[name];
      return figure && "seconds" in figure ? [{ name, time: figure.seconds }] : [];
    });
    const longest = Math.max(...times.map(({ time }) => time));
    y += rowHeight;
    elements.push(`<text class="title" x="8" y="${y - 7}">${titleOf(work)}</text>`);
    for (const { name, time } of times) {
      const bar = Math.max(2, Math.round((time / longest) * barWidth));
      elements.push(
        `<text class="name" x="${nameWidth}" y="${y + 16}">${name}</text>`,
        `<rect class="${name === "Viva" ? "viva" : "other"}" x="${nameWidth + 10}" y="${y + 3}" width="${bar}" height="17" rx="3"/>`,
        `<text x="${nameWidth + bar + 18}" y="${y + 16}">${seconds(time)}</text>`,
      );
      y += rowHeight;
    }
    y += 10;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" role="img">`,
    "<title>How long the same work takes with Viva, in a bare loop and with other tools; shorter is better</title>",
    `<style>${css}</style>`,
    `<rect class="ground" width="${width}" height="${y}" rx="8"/>`,
    ...elements,
    "</svg>\n",
  ].join("\n");
}

const css = [
  "text{font:13px system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;fill:#24292f}",
  ".ground{fill:#ffffff}",
  ".title{font-weight:600}",
  ".name{text-anchor:end}",
  ".viva{fill:#0a7d57}",
  ".other{fill:#9aa4b2}",
  "@media (prefers-color-scheme:dark){text{fill:#d8dee6}.ground{fill:#1d2128}.viva{fill:#3fb984}.other{fill:#6b7684}}",
].join("");
