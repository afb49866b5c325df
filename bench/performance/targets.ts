// The limits that Viva sets itself, each beside what was measured.
import type { Measurement } from "../measurement.ts";
import type { Figures } from "./figures.ts";
import type { WorkName } from "./work.ts";

/** A target without a value counts as missed: what was not measured is not shown to hold. */
export function targetsOf(figures: Partial<Figures>): Measurement[] {
  const { works = [], scale, start } = figures;
  const secondsOf = (name: WorkName, tool: string) => {
    const figure = works.find(({ work }) => work.name === name)?.figures[tool];
    return figure && "seconds" in figure ? figure.seconds : Number.NaN;
  };
  const has = (name: WorkName) => works.some(({ work }) => work.name === name);
  const targets: Measurement[] = [];
  const against = (what: string, value: number, limit: number, of: string) =>
    targets.push({ what, value, limit, detail: of });
  if (has("judged")) {
    const [viva, bare, promptfoo] = ["Viva", "bare loop", "promptfoo"].map((tool) => secondsOf("judged", tool));
    against("judged cases against the bare loop", ratio(viva, bare), 1.25, `${seconds(viva)} and ${seconds(bare)}`);
    const beside = Number.isNaN(promptfoo)
      ? "promptfoo was not measured"
      : `${seconds(viva)} and ${seconds(promptfoo)}`;
    against("judged cases against promptfoo", ratio(viva, promptfoo), 0.2, beside);
  }
  const limits: [WorkName, string, number][] = [
    ["deterministic", "seconds for cases that ask no model", 0.6],
    ["rescored", "seconds to score stored cases again", 1],
    ["conversations", "seconds for conversations", 0.6],
  ];
  for (const [name, what, limit] of limits) {
    if (has(name)) against(what, secondsOf(name, "Viva"), limit, "the whole command");
  }
  if (scale) {
    const [small, middle, large] = scale;
    const each = (at: typeof small) => (at ? (at.seconds / at.cases) * 1e6 : Number.NaN);
    const words = `${each(large).toFixed(0)} and ${each(middle).toFixed(0)} µs`;
    against("time of a case, most cases against a tenth of them", ratio(each(large), each(middle)), 1.3, words);
    const memory = `${megabytes(large?.memory)} and ${megabytes(small?.memory)}`;
    against("memory, most cases against a hundredth of them", ratio(large?.memory, small?.memory), 1.5, memory);
  }
  if (start) {
    const of = (words: string) => start.find((entry) => entry.words === words)?.seconds ?? Number.NaN;
    const [list, node] = [of("viva list"), of("node -e 0")];
    against("viva list against node -e 0", ratio(list, node), 6, `${seconds(list)} and ${seconds(node)}`);
  }
  return targets;
}

function ratio(one = Number.NaN, other = Number.NaN): number {
  return one / other;
}

export function seconds(value = Number.NaN): string {
  if (Number.isNaN(value)) return "–";
  return value < 0.1 ? `${(value * 1000).toFixed(0)} ms` : `${value.toFixed(2)} s`;
}

export function megabytes(bytes = Number.NaN): string {
  return Number.isNaN(bytes) ? "–" : `${(bytes / 1e6).toFixed(0)} MB`;
}
