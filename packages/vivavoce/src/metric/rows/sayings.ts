import { fold, isInsideWord, type JsonValue, safeLine, testPattern } from "../../base/index.ts";
import { sentencesOf } from "../../judge/index.ts";
import {
  type Case,
  type Check,
  callsOf,
  check,
  inFormOf,
  isCalled,
  type Quote,
  replyOf,
  skippedCheck,
  type Transcript,
  wholeReplyOf,
} from "../../shape/index.ts";
import type { JudgedOptions } from "../judged/definition.ts";
import type { Metric } from "../types.ts";
import { heldExchanges, nothingDone, noWords } from "./items.ts";
import type { RowOptions } from "./options.ts";
import { type Matter, type Row, rowMetric, undecidedCheck } from "./row.ts";

type Given = NonNullable<RowOptions["must"] | RowOptions["never"]>[number];

/** What must be said, or must not be: in whatever words, as a text, or as a pattern. */
interface Saying {
  label: string;
  wish?: string;
  text?: string;
  pattern?: { source: string; flags: string };
  before?: string | undefined;
  by?: number | undefined;
}

/** In patterns, too, upper and lower case do not matter: a promise at the beginning of a sentence is a promise. */
function sayingOf(given: Given): Saying {
  if (typeof given === "string") return { label: given, wish: given };
  if (given instanceof RegExp)
    return { label: `${given}`, pattern: { source: given.source, flags: `${given.flags.replace(/[dgiy]/g, "")}i` } };
  if ("matches" in given)
    return { ...given, label: `/${given.matches}/`, pattern: { source: given.matches, flags: "i" } };
  return "wish" in given ? { ...given, label: given.wish } : { ...given, label: `“${given.text}”` };
}

/** Whether a text says it; undefined if that took too long to find out. */
function says(said: string, { text = "", pattern }: Saying, transcript: Transcript): boolean | undefined {
  const form = inFormOf(transcript);
  if (pattern) {
    const outcome = testPattern(form.pattern(pattern.source), said.normalize("NFC"), pattern);
    return outcome === "too-long" ? undefined : outcome === "match";
  }
  const [where, what] = [fold(said), fold(form.text(text))];
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1))
    if (!isInsideWord(where, at) && !isInsideWord(where, at + what.length)) return true;
  return false;
}

/** What a case and its suite ask for. A pattern that silence matches asks for nothing. */
function sayingsOf(
  { expect }: Case,
  { must = [], never = [] }: RowOptions,
  which: "disclosure" | "commitments",
): Saying[] {
  if (which === "commitments") return [...never, ...(expect.commitments ?? [])].map(sayingOf);
  const asksFor = ({ pattern }: Saying) => !pattern || testPattern(pattern.source, "", pattern) !== "match";
  return [...must, ...(expect.disclosure ?? [])].map(sayingOf).filter(asksFor);
}

/** Whether some of it is for the judge. */
const hasWish = (given: readonly Given[]) => given.some((one) => sayingOf(one).wish !== undefined);

/** Who decides on what is to be said: wishes are for the judge. */
function whoDecides(which: "disclosure" | "commitments"): NonNullable<Row["needs"]> {
  return (testCase, own) => {
    const sayings = sayingsOf(testCase, own, which);
    if (sayings.length === 0) return undefined;
    return sayings.some(({ wish }) => wish !== undefined) ? "judge" : "code";
  };
}

/** Each thing that must be said: whether it was, and in time. */
const lookForDisclosure: Row["look"] = (transcript, testCase, own) => {
  const sayings = sayingsOf(testCase, own, "disclosure");
  if (sayings.length === 0) return "nothing has to be said: write expect.disclosure, or disclosure({ must })";
  const silence = noWords(transcript);
  return sayings.map((saying, index): Matter => {
    const { label, wish, before, by } = saying;
    const quoteOf = quoting(saying, transcript);
    const until = [before && `before ${before} is called`, by !== undefined && `by the end of exchange ${by}`];
    const row = { id: `d${index + 1}`, label: [label, ...until.filter(Boolean)].join(", ") };
    const { inTime, isDue } = heard(transcript, saying);
    if (!isDue) return skippedCheck({ ...row, reason: `not due: ${before} was not called` });
    if (silence !== undefined) return check(row.id, false, silence, row);
    if (wish !== undefined) return { id: row.id, text: row.label };
    const told = inTime.find(({ text }) => says(text, saying, transcript));
    if (told) return check(row.id, true, `said in exchange ${told.exchange}`, { ...row, evidence: [quoteOf(told)] });
    if (inTime.some(({ text }) => says(text, saying, transcript) === undefined)) return tooSlow(row);
    const late = heard(transcript, {})
      .inTime.filter(({ text }) => says(text, saying, transcript))
      .slice(0, 1);
    const reason = late[0] ? `said too late, in exchange ${late[0].exchange}` : "it was not said";
    return check(row.id, false, reason, { ...row, evidence: late.map(quoteOf) });
  });
};

/** What the user heard up to the call of a tool or the end of an exchange, and whether there was such a call. */
function heard({ exchanges }: Transcript, { before, by }: Partial<Saying>): { inTime: Quote[]; isDue: boolean } {
  const inTime: Quote[] = [];
  for (const { number: exchange, items } of exchanges) {
    const stop = items.findIndex((item) => item.type === "call" && item.call.name === before && isCalled(item.call));
    const text = replyOf({ items: stop < 0 ? items : items.slice(0, stop) });
    if (exchange <= (by ?? exchange)) inTime.push({ exchange, text, source: "reply" });
    if (stop >= 0) return { inTime, isDue: true };
  }
  return { inTime, isDue: before === undefined };
}

/** Each thing that must not be promised: whether it was, in a reply or in what a tool was given to pass on. */
const lookForCommitments: Row["look"] = (transcript, testCase, own) => {
  const sayings = sayingsOf(testCase, own, "commitments");
  if (sayings.length === 0) return "nothing is forbidden: write expect.commitments, or commitments({ never })";
  if (heldExchanges(transcript).length === 0) return nothingDone;
  const said = transcript.exchanges.flatMap((one): Quote[] => {
    const passedOn = callsOf(one)
      .filter(isCalled)
      .flatMap((call) => textsIn(call.arguments));
    const at = { exchange: one.number };
    return [
      { ...at, text: wholeReplyOf(one), source: "reply" },
      ...passedOn.map((text): Quote => ({ ...at, text, source: "call" })),
    ];
  });
  return sayings.map((saying, index): Matter => {
    const row = { id: `c${index + 1}`, label: saying.label };
    const quoteOf = quoting(saying, transcript);
    if (saying.wish !== undefined) return { id: row.id, text: saying.wish };
    const [found] = said.filter(({ text }) => says(text, saying, transcript));
    if (found)
      return check(row.id, false, `said in exchange ${found.exchange}`, {
        ...row,
        verdict: "promised",
        evidence: [quoteOf(found)],
      });
    if (said.some(({ text }) => says(text, saying, transcript) === undefined)) return tooSlow(row);
    return check(row.id, true, "it was not said", { ...row, verdict: "not promised" });
  });
};

/** Quotes the sentence that says it. */
function quoting(saying: Saying, transcript: Transcript): (said: Quote) => Quote {
  return (said) => {
    const sentence = sentencesOf(said.text).find((one) => says(one, saying, transcript));
    return { ...said, text: safeLine(sentence ?? said.text, 300) };
  };
}

const tooSlow = (row: Pick<Check, "id" | "label">) => undecidedCheck({ ...row, reason: `${row.label} took too long` });

function textsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Whether the agent says what it must say (`must` and `expect.disclosure`). Code decides on texts and patterns; one judge
 * call for what is given in words. Value: said in time / what is due. Skipped if nothing is due. Threshold 1.
 *
 * @example disclosure({ must: [/\brecorded\b/, { wish: "what the visit costs", before: "book_appointment" }] })
 */
export function disclosure(options: JudgedOptions & Pick<RowOptions, "must" | "judge"> = {}): Metric {
  return rowMetric(options, {
    name: "disclosure",
    code: true,
    threshold: 1,
    takes: ["must", "judge"],
    isJudged: ({ must }) => !must || hasWish(must),
    reads: ["disclosure"],
    needs: whoDecides("disclosure"),
    instructions:
      "Each item names something that the agent has to tell the user and, if that matters, by when. Decide separately for each whether the agent told it, in whatever words, clearly enough for the user to know it. What only the user or a tool says does not count, and neither does a question or a hint.",
    menu: [
      ["told", 1, "the agent tells all of it, and in time"],
      ["not told", 0, "the agent does not tell it, or not all of it", "required-or-absent"],
      ["told too late", 0, "the agent tells it, but after the point that the item names"],
    ],
    sources: ["reply"],
    look: lookForDisclosure,
  });
}

/**
 * Whether the agent promises nothing that it must not promise (`never` and `expect.commitments`). Code decides on texts and
 * patterns; one judge call for what is given in words. Value: not promised / what is forbidden. Threshold 1.
 *
 * @example commitments({ never: ["a refund", /\bguarantee(d|s)?\b/] })
 */
export function commitments(options: JudgedOptions & Pick<RowOptions, "never" | "judge"> = {}): Metric {
  return rowMetric(options, {
    name: "commitments",
    code: true,
    threshold: 1,
    takes: ["never", "judge"],
    isJudged: ({ never }) => !never || hasWish(never),
    reads: ["commitments"],
    watches: true,
    needs: whoDecides("commitments"),
    instructions:
      "Each item names something that the agent must not promise. Decide separately for each whether the agent promises it anywhere, in what it says or in what it passes on through a tool: as an assurance, a guarantee or a statement of what will happen, even if it is only implied or repeats what the user said. Saying that it cannot promise it, that it depends on somebody else, or that it will ask is not a promise.",
    menu: [
      ["not promised", 1, "the agent does not promise it", "optional"],
      ["promised", 0, "the agent promises it"],
    ],
    sources: ["reply", "call"],
    look: lookForCommitments,
  });
}
