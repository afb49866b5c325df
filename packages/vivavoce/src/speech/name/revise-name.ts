import { findSpelled } from "../letters/spelled-letters.ts";
import { tokensOf } from "../text/tokens.ts";
import { putSpelling } from "./name.ts";

/** A known name as a later line spells it: "that's J-O-N". Undefined if nothing of it is spelled. */
export function reviseName(known: string, line: string, { corrects }: { corrects: boolean }): string | undefined {
  const [spelled] = findSpelled(tokensOf(line));
  if (!spelled) return undefined;
  const words = known.split(" ");
  const count = words.length;
  putSpelling(words, spelled.letters);
  // A spelling of no word of it adds a last name at most: "Maria", then "L-O-P-E-Z".
  const added = words.length > count;
  return added && !(corrects && count === 1 && spelled.letters.length > 2) ? undefined : words.join(" ");
}
