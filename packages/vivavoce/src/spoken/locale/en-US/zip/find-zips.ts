import type { FindContext, FoundValue, SlotComparison } from "../../../slots/slot.ts";
import { foundAt, readAll, type TokenSpan } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { codesIn } from "../letters/read-codes.ts";
import { digitsOf, hearDigits, type RunPiece, readRun, saidTwice, spokenDigits } from "../numbers/digit-run.ts";

/**
 * Every ZIP code of a text: five digits that are written as one, or said one by one where they were asked for, are
 * called a ZIP, or the agent says them.
 */
export function findZips(text: string, { asked, by, known }: FindContext): FoundValue[] {
  const tokens = by === "caller" && asked ? hearDigits(tokensOf(text)) : tokensOf(text);
  const called = asked || by === "agent" || /\b(?:zip|postal)\b/i.test(text);
  const corrects = /\b(?:wait|sorry|actually|i mean|i meant|correction|oops|my bad)\b/i.test(text);
  const found = readAll(tokens, (at) => readRun(tokens, at))
    .filter((run) => by === "agent" || known === undefined || run.digits === known || isWhole(run))
    .flatMap(({ pieces }) => zipsIn(tokens, pieces))
    // "Wait, it's 99207" after 99201 is the ZIP code, whatever was asked.
    .filter(
      ({ at, value }) =>
        called || /^\d{5}$/.test(tokens[at]?.text ?? "") || (corrects && known?.startsWith(value.slice(0, 3))),
    )
    .map((zip) => foundAt(text, tokens, zip, zip.value));
  if (found.length === 0 && called) return codesIn(text).filter(({ value }) => abroad.test(value));
  return found;
}

/** Postal codes of the United Kingdom, Canada and the Netherlands. */
const abroad = /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|[A-Z]\d[A-Z]\d[A-Z]\d|\d{4}[A-Z]{2})$/;

/** Whether a run is a code and no more: "three two, one three two" says the end of one twice. */
function isWhole(run: Parameters<typeof saidTwice>[0]): boolean {
  return (saidTwice(run) ?? digitsOf(run.pieces)).length % 4 === 1;
}

/** Five digits between two pauses; behind a hyphen four more. */
function zipsIn(tokens: readonly Token[], run: readonly RunPiece[]): (TokenSpan & { value: string })[] {
  const spans: (TokenSpan & { value: string })[] = [];
  for (let from = 0; from < run.length; from += 1) {
    const first = run[from];
    if (!first || (from > 0 && !first.parted) || isAmount(tokens, first)) continue;
    const zip = joinPieces(run, from, 5);
    const dashed = zip && (isDash(tokens[zip.next]) || digitsOf(run.slice(from)).length === 9);
    if (!zip || (run[zip.last + 1]?.parted === false && !dashed)) continue;
    const four = dashed ? joinPieces(run, zip.last + 1, 4) : undefined;
    const more = four && (run[four.last + 1]?.parted ?? true) ? four : undefined;
    const value = more ? `${zip.digits}-${more.digits}` : zip.digits;
    spans.push({ value, at: first.at, next: more?.next ?? zip.next });
    from = more?.last ?? zip.last;
  }
  return spans;
}

/** So many digits from a piece on, if they end with a piece. */
function joinPieces(run: readonly RunPiece[], from: number, length: number) {
  let digits = "";
  for (let last = from; last < run.length && digits.length < length; last += 1) {
    digits += run[last]?.digits ?? "";
    if (digits.length === length) return { digits, last, next: run[last]?.next ?? 0 };
  }
  return undefined;
}

function isDash(token: Token | undefined): boolean {
  return token?.text === "-" || token?.word === "dash" || token?.word === "hyphen";
}

/** "$25,000" */
function isAmount(tokens: readonly Token[], { at, next }: RunPiece): boolean {
  return tokens[at - 1]?.text === "$" || /^(?:dollars|miles|feet|percent)$/.test(tokens[next]?.word ?? "");
}

/**
 * A ZIP code in one comparable form: five digits, or five and four; undefined if the text says none. Figures that are
 * none stay as they are.
 *
 * @example normaliseZip("seven eight seven forty-five") // "78745"
 */
export function normaliseZip(text: string): string | undefined {
  const digits = spokenDigits(text);
  if (digits?.length === 9) return `${digits.slice(0, 5)}-${digits.slice(5)}`;
  return digits?.length === 5 || /^\d+$/.test(text) ? digits : findZips(text, { by: "caller", asked: true })[0]?.value;
}

/** The last four digits are left open where one side does not have them. */
export function compareZips(one: string, other: string): SlotComparison {
  if (abroad.test(one) || abroad.test(other)) return one === other ? "same" : "different";
  // A field for numbers may have lost the zero at the beginning.
  if (one === `0${other}` || other === `0${one}`) return "open";
  return one === other || (one.length !== other.length && `${one}-`.slice(0, 6) === `${other}-`.slice(0, 6))
    ? "same"
    : "different";
}
