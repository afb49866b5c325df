import type { FindContext, FoundValue, SlotComparison } from "../../../slots/slot.ts";
import { sliceOf, type Token, tokensOf } from "../../../text/tokens.ts";
import { correctTail } from "../numbers/corrected-tail.ts";
import { hearDigits, type RunPiece, readRun, spokenDigits } from "../numbers/digit-run.ts";

/**
 * Every ZIP code of a text: five digits that are written as one, or said one by one where they were asked for, are
 * called a ZIP, or the agent says them.
 */
export function findZips(text: string, { asked, by }: Pick<FindContext, "asked" | "by">): FoundValue[] {
  const tokens = by === "caller" && asked ? hearDigits(tokensOf(text)) : tokensOf(text);
  const called = asked || by === "agent" || /\b(?:zip|postal)\b/i.test(text);
  const found: FoundValue[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const run = readRun(tokens, at);
    for (const zip of zipsIn(tokens, run)) {
      if (!called && !/^\d{5}$/.test(tokens[zip.at]?.text ?? "")) continue;
      const said = sliceOf(text, tokens, zip.at, zip.next);
      const start = tokens[zip.at]?.start ?? 0;
      found.push({ text: said, value: zip.value, start, end: start + said.length });
    }
    at = Math.max(at, (run.at(-1)?.next ?? 0) - 1);
  }
  return by === "caller" ? correctTail(text, found, [2, 3]) : found;
}

interface ZipSpan {
  value: string;
  at: number;
  next: number;
}

/** Five digits between two pauses; behind a hyphen four more. */
function zipsIn(tokens: readonly Token[], run: readonly RunPiece[]): ZipSpan[] {
  const spans: ZipSpan[] = [];
  for (let from = 0; from < run.length; from += 1) {
    const first = run[from];
    if (!first || (from > 0 && !first.parted) || isAmount(tokens, first)) continue;
    let digits = "";
    let last = from - 1;
    while (digits.length < 5 && last + 1 < run.length) {
      last += 1;
      digits += run[last]?.digits ?? "";
    }
    const end = run[last];
    if (digits.length !== 5 || !end || (run[last + 1]?.parted === false && !isDash(tokens[end.next]))) continue;
    const more = isDash(tokens[end.next]) ? readFour(run, last + 1) : undefined;
    spans.push({ value: more ? `${digits}-${more.digits}` : digits, at: first.at, next: more?.next ?? end.next });
    from = more?.last ?? last;
  }
  return spans;
}

function isDash(token: Token | undefined): boolean {
  return token?.text === "-" || token?.word === "dash" || token?.word === "hyphen";
}

/** The four digits behind the hyphen. */
function readFour(run: readonly RunPiece[], from: number): { digits: string; next: number; last: number } | undefined {
  let digits = "";
  let last = from - 1;
  while (digits.length < 4 && last + 1 < run.length) {
    last += 1;
    digits += run[last]?.digits ?? "";
  }
  const ends = run[last + 1]?.parted ?? true;
  return digits.length === 4 && ends ? { digits, next: run[last]?.next ?? 0, last } : undefined;
}

/** "$25,000" */
function isAmount(tokens: readonly Token[], { at, next }: RunPiece): boolean {
  return tokens[at - 1]?.text === "$" || /^(?:dollars|miles|feet|percent)$/.test(tokens[next]?.word ?? "");
}

/**
 * A ZIP code in one comparable form: five digits, or five and four; undefined if the text says none.
 *
 * @example normaliseZip("seven eight seven forty-five") // "78745"
 */
export function normaliseZip(text: string): string | undefined {
  const digits = spokenDigits(text);
  if (digits?.length === 9) return `${digits.slice(0, 5)}-${digits.slice(5)}`;
  return digits?.length === 5 ? digits : findZips(text, { by: "caller", asked: true })[0]?.value;
}

/** The last four digits are left open where one side does not have them. */
export function compareZips(one: string, other: string): SlotComparison {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) === other.slice(0, length) ? "same" : "different";
}
