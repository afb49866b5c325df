import { fold, isInsideWord, type JsonValue, safeLine, testPattern } from "../../base/index.ts";
import {
  type Case,
  type Check,
  type Commitment,
  callsOf,
  type Disclosure,
  inFormOf,
  isCalled,
  type Quote,
  replyOf,
  skippedCheck,
  type Transcript,
  wholeReplyOf,
} from "../../shape/index.ts";
import { heldExchanges, nothingDone, noWords } from "../judged/items.ts";
import { decidedCheck, type Matter, type RowOptions, undecidedCheck } from "./row.ts";

/** What must be said, or must not be, in one form. */
interface Saying {
  /** How it is shown. */
  label: string;
  /** In whatever words: the judge decides. */
  wish?: string;
  /** Whether a text says it; undefined if that could not be found out. */
  isIn?(text: string): boolean | undefined;
  before?: string | undefined;
  by?: number | undefined;
}

type Given = Disclosure | Commitment | RegExp;

function sayingOf(given: Given, transcript?: Transcript): Saying {
  if (typeof given === "string") return { label: given, wish: given };
  if (given instanceof RegExp) return patternSaying(given.source, given.flags, transcript);
  const { before, by } = { before: undefined, by: undefined, ...given };
  if ("wish" in given) return { label: given.wish, wish: given.wish, before, by };
  if ("matches" in given) return { ...patternSaying(given.matches, "", transcript), before, by };
  return { label: `“${given.text}”`, isIn: (text) => hasWords(text, given.text, transcript), before, by };
}

/** Upper and lower case do not matter: a promise at the beginning of a sentence is a promise. */
function patternSaying(source: string, given: string, transcript: Transcript | undefined): Saying {
  const flags = `${given.replace(/[dgiy]/g, "")}i`;
  const isIn = (text: string) => {
    const outcome = testPattern(transcript ? inFormOf(transcript).pattern(source) : source, text.normalize("NFC"), {
      flags,
    });
    return outcome === "too-long" ? undefined : outcome === "match";
  };
  return { label: `/${source}/${flags}`, isIn };
}

/** Whether a text has these words as they are, and not as parts of other words. */
function hasWords(text: string, words: string, transcript: Transcript | undefined): boolean {
  const [where, what] = [fold(text), fold(transcript ? inFormOf(transcript).text(words) : words)];
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1))
    if (!isInsideWord(where, at) && !isInsideWord(where, at + what.length)) return true;
  return false;
}

const disclosuresOf = ({ expect }: Case, { must = [] }: RowOptions): Given[] => [...must, ...(expect.disclosure ?? [])];
const commitmentsOf = ({ expect }: Case, { never = [] }: RowOptions): Given[] => [
  ...never,
  ...(expect.commitments ?? []),
];

/** What a row is given, by its name. */
export const given = { disclosure: disclosuresOf, commitments: commitmentsOf };

/** Whether some of it is for the judge. */
export function hasWish(list: readonly Given[]): boolean {
  return list.some((one) => sayingOf(one).wish !== undefined);
}

/** The tools before which something must be said. */
export function toolsIn(list: readonly Given[] = []): string[] {
  return list.flatMap((one) => sayingOf(one).before ?? []);
}

/** What is said in an exchange. */
interface Said extends Quote {
  exchange: number;
}

/** Each thing that must be said: whether it was, and in time. */
export function lookForDisclosure(transcript: Transcript, testCase: Case, own: RowOptions): Matter[] | string {
  const list = disclosuresOf(testCase, own).map((one) => sayingOf(one, transcript));
  if (list.length === 0) return "nothing has to be said: write expect.disclosure, or disclosure({ must })";
  const silence = noWords(transcript);
  return list.map((saying, index): Matter => {
    const { label, wish, before, by } = saying;
    const until = [before && `before ${before} is called`, by !== undefined && `by the end of exchange ${by}`];
    const row = { id: `d${index + 1}`, label: [label, ...until.filter(Boolean)].join(", ") };
    const { inTime, isDue } = heard(transcript, saying);
    if (!isDue) return skippedCheck({ ...row, reason: `not due: ${before} was not called` });
    if (silence !== undefined) return decidedCheck(row.id, false, silence, row);
    if (wish !== undefined) return { id: row.id, text: row.label };
    const [found] = inTime.filter(({ text }) => saying.isIn?.(text));
    if (found)
      return decidedCheck(row.id, true, `said in exchange ${found.exchange}`, { ...row, evidence: [short(found)] });
    if (inTime.some(({ text }) => saying.isIn?.(text) === undefined)) return tooSlow(row);
    const late = heard(transcript, {}).inTime.find(({ text }) => saying.isIn?.(text));
    const reason = late ? `said too late, in exchange ${late.exchange}` : "it was not said";
    return decidedCheck(row.id, false, reason, { ...row, evidence: late ? [short(late)] : [] });
  });
}

/** What the user heard up to the call of a tool or the end of an exchange, and whether there was such a call. */
function heard(
  { exchanges }: Transcript,
  { before, by }: Pick<Saying, "before" | "by">,
): { inTime: Said[]; isDue: boolean } {
  const inTime: Said[] = [];
  for (const { number: exchange, items } of exchanges) {
    const stop = items.findIndex((item) => item.type === "call" && item.call.name === before && isCalled(item.call));
    const text = replyOf({ items: stop < 0 ? items : items.slice(0, stop) });
    if (text !== "" && exchange <= (by ?? exchange)) inTime.push({ exchange, text, source: "reply" });
    if (stop >= 0) return { inTime, isDue: true };
  }
  return { inTime, isDue: before === undefined };
}

/** Each thing that must not be promised: whether it was, in a reply or in what a tool was given to pass on. */
export function lookForCommitments(transcript: Transcript, testCase: Case, own: RowOptions): Matter[] | string {
  const list = commitmentsOf(testCase, own).map((one) => sayingOf(one, transcript));
  if (list.length === 0) return "nothing is forbidden: write expect.commitments, or commitments({ never })";
  if (heldExchanges(transcript).length === 0) return nothingDone;
  const said = transcript.exchanges.flatMap((exchange): Said[] => [
    { exchange: exchange.number, text: wholeReplyOf(exchange), source: "reply" },
    ...callsOf(exchange)
      .filter(isCalled)
      .flatMap((call) => textsIn(call.arguments))
      .map((text): Said => ({ exchange: exchange.number, text, source: "call" })),
  ]);
  return list.map((saying, index): Matter => {
    const row = { id: `c${index + 1}`, label: saying.label };
    if (saying.wish !== undefined) return { id: row.id, text: saying.wish };
    const found = said.filter(({ text }) => saying.isIn?.(text));
    const [first] = found;
    const more = { ...row, verdict: first ? "promised" : "not promised", evidence: found.map(short) };
    if (first) return decidedCheck(row.id, false, `said in exchange ${first.exchange}`, more);
    if (said.some(({ text }) => saying.isIn?.(text) === undefined)) return tooSlow(row);
    return decidedCheck(row.id, true, "it was not said", more);
  });
}

function tooSlow(row: Pick<Check, "id" | "label">): Check {
  return undecidedCheck({ ...row, reason: `${row.label} took too long` });
}

function short(said: Said): Quote {
  return { ...said, text: safeLine(said.text, 300) };
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
