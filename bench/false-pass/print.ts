import type { EarlyTally } from "./early.ts";
import { type Cell, numbersOfCases } from "./grid.ts";
import type { Realised } from "./power.ts";
import type { Tally } from "./tally.ts";

export type Counted = Cell & { tally: Tally };

const labelWidth = 60;
const columnWidth = 27;

export function printAtMargin(counted: readonly Counted[]): void {
  console.log("\nworse by just the margin: false pass / false fail / coverage of the difference / of the rate, in %");
  printTable(counted, ({ runs, pass, fail, missesDifference, missesRate }) => [
    percent(pass, runs),
    percent(fail, runs),
    percent(runs - missesDifference, runs),
    missesRate === undefined ? "–" : percent(runs - missesRate, runs),
  ]);
}

export function printUnchanged(counted: readonly Counted[]): void {
  console.log("\nnothing changed: pass / false fail / the interval excludes 0, in %");
  printTable(counted, ({ runs, pass, fail, missesDifference }) =>
    [pass, fail, missesDifference].map((count) => percent(count, runs)),
  );
  console.log("\nthe price: passes in % when nothing changed, cases alike, one repeat");
  const price = counted.filter(({ world }) => world.name === "alike" && [0.95, 0.98].includes(world.rate));
  printTable(price, ({ runs, pass }) => [percent(pass, runs)]);
}

/** One line for all numbers of cases in the same world. */
function printTable(counted: readonly Counted[], show: (tally: Tally) => string[]): void {
  const lines = new Map<string, string[]>();
  for (const { world, margin, tally } of counted) {
    const { scope, name, rate, repeats, n } = world;
    const label = `${scope}, ${name}, margin ${margin}, rate ${rate.toFixed(2)}, K ${repeats}`;
    const shown = lines.get(label) ?? [];
    lines.set(label, [...shown, show(tally).join(" / ") + (numbersOfCases.includes(n) ? "" : ` (n ${n})`)]);
  }
  printLine(
    "",
    numbersOfCases.map((n) => `n ${n}`),
  );
  for (const [label, shown] of [...lines].sort(([a], [b]) => a.localeCompare(b, "en"))) printLine(label, shown);
}

function printLine(label: string, columns: readonly string[]): void {
  console.log(`  ${label.padEnd(labelWidth)}${columns.map((column) => column.padEnd(columnWidth)).join("")}`.trimEnd());
}

export function printPower(power: readonly Realised[]): void {
  console.log("\nplans from a pilot that were enough, in % (80 are promised), and the pilots that gave a number");
  for (const { goal, pilotCases, flips, pilots, planned, reached } of power) {
    const wanted = "margin" in goal ? `margin ${goal.margin}` : `detect ${goal.detect}`;
    const label = `${wanted}, pilot of ${pilotCases} cases, ${flips} of them flip`;
    printLine(label, [`${percent(reached, planned)} (${planned} of ${pilots})`]);
  }
}

export function percent(count: number, of: number): string {
  return of === 0 ? "–" : ((100 * count) / of).toFixed(1);
}

/** What stopping early saves, and how often its verdict is not that of the whole run. */
export function printEarly(tallies: readonly EarlyTally[]): void {
  console.log("\nstopping early: cases played, and verdicts that the whole run would not have given");
  for (const { cases, rate, floor, runs, wrong, median, most } of tallies) {
    const played = `median ${median}, nine of ten within ${most}`;
    console.log(`  ${cases} cases, rate ${rate}, floor ${floor}: ${played}; ${percent(wrong, runs)} % wrong`);
  }
}
