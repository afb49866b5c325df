import { type RunPiece, readRun } from "../numbers/digit-run.ts";
import { hearDigits } from "../numbers/homophones.ts";
import type { FindContext, FoundValue } from "../slots/slot-kind.ts";
import { sliceOf, type Token, tokensOf } from "../text/tokens.ts";

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
  return found;
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
    if (digits.length !== 5 || !end || run[last + 1]?.parted === false) continue;
    const more = tokens[end.next]?.text === "-" ? run[last + 1] : undefined;
    const extended = more?.digits.length === 4 ? more : undefined;
    spans.push({
      value: extended ? `${digits}-${extended.digits}` : digits,
      at: first.at,
      next: (extended ?? end).next,
    });
    from = extended ? last + 1 : last;
  }
  return spans;
}

/** "$25,000" */
function isAmount(tokens: readonly Token[], { at, next }: RunPiece): boolean {
  return tokens[at - 1]?.text === "$" || /^(?:dollars|miles|feet|percent)$/.test(tokens[next]?.word ?? "");
}
