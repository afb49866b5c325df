// How much `spoken` still decides, and how often rightly, if it reads what a recogniser heard:
//   apt-get install espeak-ng && pip install pocketsphinx numpy && node scripts/real-speech/main.ts
// `--heard FILE` reads what recognise.py wrote before, which is the slow part.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { judge } from "../../packages/vivavoce/src/spoken/corpus/lines.test-helper.ts";

/** What a caller says to a question. Its value is booked as it was said and otherwise; a yes or no has none. */
interface Call {
  slot: string;
  asked: string;
  said: string;
  right?: string;
  wrong?: string;
  expect?: "kept" | "broken";
}

const lines = readFileSync(join(import.meta.dirname, "calls.jsonl"), "utf8");
const calls = parseLines<Call>(lines);
const given = process.argv.indexOf("--heard");
const file = given < 0 ? undefined : process.argv[given + 1];
const heard = parseLines<{ said: string; heard: Record<string, string> }>(
  file ? readFileSync(file, "utf8") : recognise(),
);

const channels = ["as written", ...Object.keys(heard[0]?.heard ?? {})];
console.log("| heard | words wrong | fits: ok | undecided | fault | does not fit: fault | undecided | ok |");
console.log(`|${" --- |".repeat(8)}`);
for (const channel of channels) {
  const texts = calls.map(({ said }, index) => heard[index]?.heard[channel] ?? said);
  const wrong = calls.reduce((sum, { said }, index) => sum + distance(wordsOf(said), wordsOf(texts[index] ?? "")), 0);
  const words = calls.reduce((sum, { said }) => sum + wordsOf(said).length, 0);
  const fits = await verdicts(texts, "right");
  const others = await verdicts(texts, "wrong");
  const share = `${Math.round((100 * wrong) / words)} %`;
  const columns = [fits("ok"), fits("undecided"), fits("fault"), others("fault"), others("undecided"), others("ok")];
  console.log(`| ${[channel, share, ...columns].join(" | ")} |`);
}

/** Counts what is said of bookings that fit what was meant, or of others. */
async function verdicts(texts: readonly string[], which: "right" | "wrong") {
  const wanted = which === "right" ? "kept" : "broken";
  const chosen = calls.map((call, index) => ({ ...call, text: texts[index] ?? "" }));
  const judged = await Promise.all(
    chosen
      .filter(({ expect = wanted }) => expect === wanted)
      .map(async ({ slot, asked, text, [which]: value, expect }, index) => {
        const booked = value === undefined ? { time: "2026-09-22T10:00" } : { [slot]: value };
        const label = expect ?? (which === "right" ? ("same" as const) : ("different" as const));
        const talk = [`A: ${asked}`, `C: ${text}`, "A: Okay, done."];
        const clock = { now: "2026-09-18T09:00:00-05:00", zone: "America/Chicago" };
        return judge({ id: `${slot}-${index}`, slot, talk, booked, ...clock, expect: label });
      }),
  );
  return (verdict: "ok" | "fault" | "undecided") =>
    judged.filter((one) => (one.verdict === "unchecked" ? "undecided" : one.verdict) === verdict).length;
}

function recognise(): string {
  const script = join(import.meta.dirname, "recognise.py");
  return execFileSync("python3", [script], { input: lines, encoding: "utf8", stdio: ["pipe", "pipe", "inherit"] });
}

function parseLines<Line>(text: string): Line[] {
  return text
    .trim()
    .split("\n")
    .map((line): Line => JSON.parse(line));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? [];
}

/** The fewest words that have to be left out, put in or exchanged. */
function distance(one: readonly string[], other: readonly string[]): number {
  let row = other.map((_, index) => index + 1);
  one.forEach((word, at) => {
    let corner = at;
    let left = at + 1;
    row = row.map((above, index) => {
      left = Math.min(above + 1, left + 1, corner + (other[index] === word ? 0 : 1));
      corner = above;
      return left;
    });
  });
  return row.at(-1) ?? one.length;
}
