import type { FindContext, FoundValue } from "../../../slots/slot-kind.ts";
import { sliceOf, type Token, tokensOf, usesCapitals } from "../../../text/tokens.ts";
import { type ReadAddress, readAddress, showAddress } from "./read-address.ts";
import { directions } from "./street-words.ts";

/** Every street address in a text: a house number, and a street that its words or the question make certain. */
export function findAddresses(text: string, context: FindContext): FoundValue[] {
  const tokens = tokensOf(text);
  const capitals = usesCapitals(tokens);
  const found: FoundValue[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const read = readAddress(tokens, at, { whole: false });
    if (!read || !isAddress(tokens, read, { ...context, capitals })) continue;
    const said = sliceOf(text, tokens, read.at, read.next);
    const start = tokens[read.at]?.start ?? 0;
    // The ZIP code is left for other kinds: it may be a slot of its own.
    const end = tokens[(read.zipAt ?? read.next) - 1]?.end ?? start;
    found.push({ text: said, value: showAddress(read.address), start, end });
    at = read.next - 1;
  }
  return found;
}

function isAddress(
  tokens: readonly Token[],
  { at, address, evidence, upper }: ReadAddress,
  { asked, known, capitals }: FindContext & { capitals: boolean },
): boolean {
  if (asked) return true;
  const small = address.number.length === 1 && tokens[at]?.kind === "word";
  if (evidence === "type") return !small || isLedIn(tokens, at);
  if (known !== undefined && sharesStreet(address.street, known)) return true;
  if (evidence === "direction") return capitals ? upper : isLedIn(tokens, at);
  return upper && isLedIn(tokens, at);
}

/** "at 4210 Lamar", "the address is 4210 Lamar" */
function isLedIn(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(Math.max(0, at - 3), at).some(({ word }) => /^(?:at|address|addresses)$/.test(word));
}

/** Whether a street has the name of the known one, whatever else differs. */
function sharesStreet(street: readonly string[], known: string): boolean {
  const names = street.filter((word) => !directions.has(word));
  return names[0] !== undefined && ` ${known.replace(",", " ")} `.includes(` ${names[0]} `);
}
