import { clausesOf, plainLine } from "./plain-line.ts";

const word = "\\p{Lu}[\\p{L}'-]+";
const name = `(${word}(?: ${word}){0,2})`;
const introduced = new RegExp(
  `\\b(?:[Mm]y name(?:'s| is)|[Nn]ame(?:'s| is)|[Tt]his is|[Cc]all me|[Ii]'m|I am|[Ii]t's|[Tt]hat's) ${name}`,
  "u",
);
const speaking = new RegExp(`(?:^|[,.] )${name} (?:here|speaking)\\b`, "u");

/** Words that stand where a name might, and are none. */
const noName = new Set(
  `ac hvac a/c air thermostat furnace trane carrier lennox rheem goodman york nest monday tuesday wednesday thursday friday
  saturday sunday austin texas english no yes yeah yep nope okay ok sure right fine hello hi hey thanks please what why who
  when where how the a an my your his her our it its it's that this there here i i'm we you he she they and or but not never
  rather maybe um uh well just about in on at for with from is are was do don't can can't will would since today tomorrow
  morning afternoon evening now asap soon whenever any anytime that's warm cold hot two three four five days day`.split(
    /\s+/,
  ),
);

const opening = /^(?:(?:uh|um|oh|well|okay|ok|sure|yes|yeah|yep|of course|so|hi|hello|hey|and)[ ,.]+)+/i;
const lead = /^(?:(?:it'?s|i'?m|i am|this is|my name'?s?|name'?s?|the name'?s?|is|that'?s) )+/i;
const trailer = / (?:here|speaking)$/i;

/** The caller's name. `asked`: the caller was asked for it, so that a bare word may be one. */
export function readName(line: string, { asked = false }: { asked?: boolean } = {}): string | undefined {
  const plain = plainLine(line);
  const said = introduced.exec(plain)?.[1] ?? speaking.exec(plain)?.[1];
  if (said !== undefined && isName(said)) return said;
  if (!asked) return undefined;
  const [first] = clausesOf(plain.replace(opening, ""));
  const bare = first?.text.replace(lead, "").replace(trailer, "") ?? "";
  return /^[\p{L}'-]+(?: [\p{L}'-]+){0,2}$/u.test(bare) && isName(bare) ? capitalised(bare) : undefined;
}

function isName(text: string): boolean {
  return text.split(" ").every((part) => !noName.has(part.toLowerCase()));
}

function capitalised(text: string): string {
  return text.replace(/(^|[ -])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
