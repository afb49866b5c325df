// How often is `spoken` right about labelled calls? One table for each corpus.
import {
  type Judged,
  judge,
  type Outcome,
  outcomes,
  readCorpora,
} from "../packages/vivavoce/src/spoken/corpus/lines.test-helper.ts";
import type { Measurement } from "./measurement.ts";

const limits = { wrong: 0.1, falseAlarms: 0.01, misses: 0.03 };

export async function measure(): Promise<readonly Measurement[]> {
  const measured: Measurement[] = [];
  for (const { name, lines } of readCorpora("en-US")) {
    const judged = await Promise.all(lines.map(judge));
    const groups = [...Map.groupBy(judged, ({ line }) => line.slot), ["all", judged] as const];
    console.log(`\n${name}\n| slot | lines | ${outcomes.join(" | ")} |\n|${"---|".repeat(outcomes.length + 2)}`);
    for (const [slot, some] of groups) {
      console.log(`| ${[slot, some.length, ...outcomes.map((outcome) => count(some, outcome))].join(" | ")} |`);
    }
    const decided = judged.filter(({ verdict }) => verdict === "ok" || verdict === "fault").length;
    const detail = `${lines.length} lines, ${decided} decided`;
    const shares = [
      ["lines that are not right", lines.length - count(judged, "right"), lines.length, limits.wrong],
      ["false alarms of the decided", count(judged, "false alarm"), decided, limits.falseAlarms],
      ["misses of the decided", count(judged, "miss"), decided, limits.misses],
      ["lines without a row", count(judged, "unchecked"), lines.length, 0],
    ] as const;
    measured.push(
      ...shares.map(([what, part, of, limit]) => ({ what: `${name}: ${what}`, value: part / of, limit, detail })),
    );
  }
  return measured;
}

function count(judged: readonly Judged[], wanted: Outcome): number {
  return judged.filter(({ outcome }) => outcome === wanted).length;
}
