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
/** Of lines that were sealed until they had been run once: docs/decisions/0066-sealed-lines.md. */
const limitsOfSealed = { wrong: 0.3, falseAlarms: 0.03, misses: 0.03 };

/** How often the scripted judge is right about a row that code leaves undecided. */
const judgeIsRight = 0.95;

export async function measure(): Promise<readonly Measurement[]> {
  const measured: Measurement[] = [];
  const random = seeded(31);
  const sealed = readCorpora(new URL("./spoken/", import.meta.url));
  for (const { name, lines } of [...readCorpora(), ...sealed]) {
    const most = sealed.some((one) => one.name === name) ? limitsOfSealed : limits;
    const judged = await Promise.all(lines.map((line) => judge(line)));
    const groups = [...Map.groupBy(judged, ({ line }) => line.slot), ["all", judged] as const];
    console.log(`\n${name}\n| slot | lines | ${outcomes.join(" | ")} |\n|${"---|".repeat(outcomes.length + 2)}`);
    for (const [slot, some] of groups) {
      console.log(`| ${[slot, some.length, ...outcomes.map((outcome) => count(some, outcome))].join(" | ")} |`);
    }
    const decided = judged.filter(({ verdict }) => verdict === "ok" || verdict === "fault").length;
    const detail = `${lines.length} lines, ${decided} decided`;
    const shares = [
      ["lines that are not right", lines.length - count(judged, "right"), lines.length, most.wrong],
      ["false alarms of the decided", count(judged, "false alarm"), decided, most.falseAlarms],
      ["misses of the decided", count(judged, "miss"), decided, most.misses],
      ["lines without a row", count(judged, "unchecked"), lines.length, 0],
    ] as const;
    measured.push(
      ...shares.map(([what, part, of, limit]) => ({ what: `${name}: ${what}`, value: part / of, limit, detail })),
    );
    console.log(`without a judge: ${summary(judged)}`);
    const asked: Judged[] = [];
    for (const one of judged) {
      asked.push(one.verdict === "undecided" ? await judge(one.line, saidAbout(one.line.expect, random)) : one);
    }
    console.log(`with one that is right in ${judgeIsRight * 100} %: ${summary(asked)}`);
  }
  return measured;
}

/** What a judge says to a line with this label: mostly the truth, otherwise one of the other answers. */
function saidAbout(expect: string, random: () => number) {
  const truth = expect === "undecided" ? 2 : expect === "same" || expect === "kept" ? 0 : 1;
  const said = random() < judgeIsRight ? truth : truth + (random() < 0.5 ? 1 : 2);
  return (["same", "different", "cannot tell"] as const)[said % 3];
}

function summary(judged: readonly Judged[]): string {
  const decided = judged.filter(({ verdict }) => verdict === "ok" || verdict === "fault").length;
  const wrong = outcomes.filter((one) => /alarm|miss|over/.test(one)).map((one) => `${count(judged, one)} ${one}`);
  return `${decided} of ${judged.length} decided, ${count(judged, "right")} right, ${wrong.join(", ")}`;
}

/** The same numbers every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function count(judged: readonly Judged[], wanted: Outcome): number {
  return judged.filter(({ outcome }) => outcome === wanted).length;
}
