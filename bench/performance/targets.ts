// The limits that Viva sets itself, each beside what was measured.
import type { Measurement } from "../measurement.ts";
import type { Figures } from "./figures.ts";
import type { WorkName } from "./work.ts";

/**
 * The limits of the parts that were measured. A value that is not a number counts as missed: what a tool failed at is not
 * shown to hold.
 */
export function targetsOf(figures: Partial<Figures>): Measurement[] {
  return [...judged(figures), ...works(figures), ...scale(figures), ...start(figures)];
}

/** How long a tool took; undefined if the work was not part of the run, not a number if the tool failed. */
function timeOf(figures: Partial<Figures>, name: WorkName, tool: string): number | undefined {
  const compared = figures.works?.find(({ work }) => work.name === name);
  if (!compared) return undefined;
  const figure = compared.figures[tool];
  return figure && "seconds" in figure ? figure.seconds : Number.NaN;
}

function judged(figures: Partial<Figures>): Measurement[] {
  const viva = timeOf(figures, "judged", "Viva");
  if (viva === undefined) return [];
  const { tools = [], missing = [] } = figures;
  // Where promptfoo was asked for but could not be installed, nothing is shown.
  const hasPeer = [...tools.map(({ name }) => name), ...missing].includes("promptfoo");
  const against: [tool: string, limit: number][] = [
    ["bare loop", 1.25],
    ...(hasPeer ? [["promptfoo", 0.2] as [string, number]] : []),
  ];
  return against.map(([tool, limit]) => {
    const other = timeOf(figures, "judged", tool) ?? Number.NaN;
    const detail = `${seconds(viva)} and ${seconds(other)}`;
    return { what: `judged cases: Viva's time divided by that of ${tool}`, value: viva / other, limit, detail };
  });
}

function works(figures: Partial<Figures>): Measurement[] {
  const limits: [name: WorkName, what: string, limit: number][] = [
    ["deterministic", "cases that ask no model: seconds", 0.6],
    ["rescored", "cases scored again: seconds", 1],
    ["conversations", "conversations: seconds", 0.6],
  ];
  return limits.flatMap(([name, what, limit]) => {
    const value = timeOf(figures, name, "Viva");
    return value === undefined ? [] : [{ what, value, limit, detail: "the whole command" }];
  });
}

function scale({ scale }: Partial<Figures>): Measurement[] {
  if (!scale) return [];
  const [small, middle, large] = scale;
  if (!small || !middle || !large) throw new Error("the figures of scale are of three sizes");
  const [many, fewer, few] = [large, middle, small].map(({ cases }) => cases.toLocaleString("en"));
  const each = ({ seconds, cases }: typeof small) => (seconds / cases) * 1e6;
  return [
    {
      what: `time of a case: ${many} cases divided by ${fewer}`,
      value: each(large) / each(middle),
      limit: 1.3,
      detail: `${each(large).toFixed(0)} and ${each(middle).toFixed(0)} µs`,
    },
    {
      what: `memory: ${many} cases divided by ${few}`,
      value: large.memory / small.memory,
      limit: 1.5,
      detail: `${megabytes(large.memory)} and ${megabytes(small.memory)}`,
    },
  ];
}

function start({ start }: Partial<Figures>): Measurement[] {
  if (!start) return [];
  const of = (words: string) => start.find((entry) => entry.words === words)?.seconds ?? Number.NaN;
  const [list, node] = [of("viva list"), of("node -e 0")];
  const detail = `${seconds(list)} and ${seconds(node)}`;
  return [{ what: "start-up: viva list divided by node -e 0", value: list / node, limit: 6, detail }];
}

export function seconds(value = Number.NaN): string {
  if (Number.isNaN(value)) return "–";
  return value < 0.1 ? `${(value * 1000).toFixed(0)} ms` : `${value.toFixed(2)} s`;
}

export function megabytes(bytes = Number.NaN): string {
  return Number.isNaN(bytes) ? "–" : `${(bytes / 1e6).toFixed(0)} MB`;
}
