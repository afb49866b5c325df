import { readdirSync, readFileSync } from "node:fs";
import type { JsonObject } from "../../base/index.ts";
import { judgedScore, saying } from "../../metric/judged/testing-judged.test-helper.ts";
import { spoken } from "../../metric/rules/spoken.ts";
import { after, book, checksOf, turn } from "../testing-call.test-helper.ts";

type Expect = "same" | "different" | "kept" | "broken" | "undecided";
type Verdict = "ok" | "fault" | "undecided" | "unchecked";
export const outcomes = ["right", "false alarm", "miss", "undecided", "unchecked", "overclaimed"] as const;
export type Outcome = (typeof outcomes)[number];

/** A labelled call. Agent lines before the first caller line are history; the booking belongs to the last exchange. */
interface Line {
  id: string;
  slot: string;
  talk: string[];
  booked?: Record<string, string>;
  now?: string;
  zone?: string;
  ssml?: boolean;
  expect: Expect;
}

export interface Judged {
  line: Line;
  verdict: Verdict;
  outcome: Outcome;
}

const slots = {
  name: { argument: "customer_name" },
  address: { argument: "service_address" },
  zip: { argument: "zip_code" },
  time: { argument: "preferred_time" },
  phone: { argument: "phone_number" },
  email: { argument: "email" },
  order: { argument: "order_number" },
};
const kinds = { order: /^[A-Z]{0,4}\d{4,12}$/ };

/** Every corpus of a folder by its name, with its lines. */
export function readCorpora(folder = new URL("./en-US/", import.meta.url)): { name: string; lines: Line[] }[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));
  return files.map((file) => ({
    name: file.replace(".jsonl", ""),
    lines: readFileSync(new URL(file, folder), "utf8")
      .split("\n")
      .filter((text) => text.trim() !== "")
      .map((text): Line => JSON.parse(text)),
  }));
}

/** What Viva says to a line, and whether that is right; `asked` is what a judge says if it stays undecided. */
export async function judge(line: Line, asked?: "same" | "different" | "cannot tell"): Promise<Judged> {
  const { now, zone, slot, ssml, talk } = line;
  const options = {
    slots,
    kinds,
    commit: { tools: ["book_service"] },
    now,
    zone,
    ...(ssml ? { checks: { speakability: { allow: ["bracket" as const] } } } : {}),
  };
  const id = Object.hasOwn(slots, slot) ? `read-back-${slot}` : slot;
  const quote = talk.findLast((one) => one.startsWith("C: "))?.slice(3) ?? "";
  const answer = saying({ [id]: { verdict: asked ?? "", quote, reason: "as scripted" } });
  const checks = asked
    ? (await judgedScore(spoken({ ...options, undecided: "judge" }), callOf(line), answer)).checks
    : Object.values(await checksOf(callOf(line), options)).flatMap((one) => one ?? []);
  const check = checks.find((one) => one.id === id);
  // If nothing was asked for, there is nothing to ask again.
  const none = slot === "asked-again" ? "ok" : "unchecked";
  const verdict = !check ? none : check.value === undefined ? "undecided" : check.ok ? "ok" : "fault";
  return { line, verdict, outcome: outcomeOf(line.expect, verdict) };
}

function outcomeOf(expect: Expect, verdict: Verdict): Outcome {
  const isOpen = verdict === "undecided" || verdict === "unchecked";
  if (expect === "undecided") return isOpen ? "right" : verdict === "fault" ? "false alarm" : "overclaimed";
  if (isOpen) return verdict;
  if ((expect === "same" || expect === "kept") === (verdict === "ok")) return "right";
  return verdict === "fault" ? "false alarm" : "miss";
}

function callOf({ talk, booked = {} }: Line) {
  const first = talk.findIndex((one) => one.startsWith("C: "));
  const history = talk.slice(0, first).map((one) => ({ role: "assistant" as const, content: one.slice(3) }));
  const starts = [...talk.keys()].filter((at) => at >= first && talk[at]?.startsWith("C: "));
  const fields: JsonObject = Object.fromEntries(
    Object.entries(slots).flatMap(([slot, { argument }]) => (booked[slot] ? [[argument, booked[slot]]] : [])),
  );
  const turns = starts.map((at, index) => {
    const replies = talk.slice(at + 1, starts[index + 1]).map((one) => one.slice(3));
    const isLast = index === starts.length - 1 && Object.keys(fields).length > 0;
    return turn(talk[at]?.slice(3) ?? "", ...(isLast ? [book(fields)] : []), ...replies);
  });
  return after(history, ...turns);
}
