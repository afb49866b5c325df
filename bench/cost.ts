// What a trial costs: the same suite by a bare loop, by the floor (bench/performance/programs/floor.js) and by Viva, in
// turn. The machine's speed changes from hour to hour, so the limits are ratios to the floor.
import type { Measurement } from "./measurement.ts";
import { bareLoop } from "./performance/bare-loop.ts";
import { compared } from "./performance/compared.ts";
import { floor } from "./performance/floor.ts";
import type { Measured } from "./performance/measured.ts";
import { table } from "./performance/print.ts";
import { seconds } from "./performance/targets.ts";
import { viva } from "./performance/viva.ts";
import { callsOf, delayMs, usualCases, type Work } from "./performance/work.ts";
import { serverProcess } from "./server-process.ts";

interface Row {
  what: string;
  work: Work;
  delayMs: number;
  /** How many times the floor's user CPU and time Viva may take. */
  most?: number;
  /** Which share of the floor's calls per second Viva must reach. */
  least?: number;
}

const rows = (many: number): readonly Row[] => [
  { what: "judged", work: { name: "judged", cases: 1_000 }, delayMs, most: 1.3 },
  { what: "no model", work: { name: "deterministic", cases: 1_000 }, delayMs, most: 1.3 },
  { what: "many without a model", work: { name: "deterministic", cases: many }, delayMs, most: 2 },
  { what: "1,000 at once", work: { name: "judged", cases: 3_000, atOnce: 1_000 }, delayMs: 200, least: 0.7 },
];
const usualMany = 10_000;

/** `only`: the row to measure, by its place from 1; 0 for all. `cases`: how many are "many". */
export async function measure({
  rounds,
  cases,
  only,
}: {
  rounds: number;
  cases: number;
  only: number;
}): Promise<Measurement[]> {
  const wanted = rows(cases === usualCases ? usualMany : cases).filter((_, index) => only === 0 || index + 1 === only);
  const tools = [bareLoop, floor, viva];
  const printed: string[][] = [];
  const found: Measurement[] = [];
  for (const { what, work, delayMs, most, least } of wanted) {
    const server = await serverProcess({ delayMs });
    const figures = await compared(work, { tools, rounds, server }).finally(() => server.close());
    const [bare, base, own] = tools.map(({ name }) => measuredIn(figures[name]));
    const name = `${what} (${work.cases.toLocaleString("en")})`;
    const perSecond = (figure: Measured | undefined) => callsOf(work) / (figure?.seconds ?? Number.NaN);
    const ratio = (of: (figure: Measured) => number) => (own && base ? of(own) / of(base) : Number.NaN);
    const cell = (figure: Measured | undefined) => `${seconds(figure?.user)} · ${seconds(figure?.seconds)}`;
    const speeds = least === undefined ? "" : [bare, base, own].map((one) => perSecond(one).toFixed(0)).join(" · ");
    const [user, wall] = [ratio((figure) => figure.user), ratio((figure) => figure.seconds)];
    printed.push([name, cell(bare), cell(base), cell(own), `${user.toFixed(2)} · ${wall.toFixed(2)}`, speeds]);
    if (most !== undefined) {
      found.push({ what: `${name}: Viva's user CPU divided by the floor's`, value: user, limit: most, detail: "" });
      found.push({ what: `${name}: Viva's time divided by the floor's`, value: wall, limit: most, detail: "" });
    }
    if (least !== undefined) {
      const value = perSecond(base) / perSecond(own);
      found.push({
        what: `${name}: the floor's calls per second divided by Viva's`,
        value,
        limit: 1 / least,
        detail: speeds,
      });
    }
  }
  console.log(table(["user CPU · time", "bare loop", "floor", "Viva", "Viva / floor", "calls per second"], printed));
  return found;
}

function measuredIn(figure: Measured | { cannot: string } | undefined): Measured | undefined {
  return figure && "seconds" in figure ? figure : undefined;
}
