import { wordSet } from "../../../text/reading.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { readGroup } from "../numbers/digit-group.ts";

/**
 * Words that change nothing about the value that they stand beside: small words, those for the value and for giving it,
 * and whose it is. A word that is not listed may say that the value is another one, so that it stays undecided.
 */
const plainWords = wordSet(
  `a about account actually address after again all also am an and any anytime apartment are area as at be before
  believe best better bill boss both brother but by call called calling calls can capital case cell code come coming
  corner correction could course dad dash daughter day days daytime dear do does don't dot double dr e-mail email
  evenings ex except ext extension family father fax first for from get given go goes gone good got grandmother had
  has have he hello her here hers hi him his hm hmm hold home house husband i in instead is it its job just kid
  landline landlord last later letter letters like line live lives living located lower ma'am mail main make married
  may me mean middle mine mobile mom month mother move moved mr mrs ms my myself name names neighbor never new night no
  not now number numbers of office oh ok okay old on one or our out over phone please plus point postal probably put
  rather reach really right ring s same say says scratch second send she since sir sister small so son sorry speaking spell
  spelled spelling still street sure surname take talking tenant text thank thanks that the them then there these
  they thing think third this those to today too triple try two uh uk um under unit until up upper us use used wait
  want was we week well wife will with work would yeah yep yes you your yup zip`,
);

/** Words by which a clause behind a value changes it: "only swap the last two". */
const changes = /\b(?:except|digits?|swap\w*|switch\w*|revers\w*|backwards|flip\w*|replac\w+|different)\b/;
/** Words that do so only beside one that is not plain. */
const mayChange =
  /\b(?:same|(?:last|first|second|third)(?! (?:year|month|week|night|time|house|door|floor|on|name))|only|(?<=\w )not|other|instead|new|old|former|changed?|drop|add|minus|without|unless|used)\b/;

/** Words that tell where a house stands, and what follows them. */
const where = /\b(?:near|by|off|behind|across|next|close|between|past|around|opposite|in|on)\b.*$/;

const clauseEnds = /[.;!?,…—–]+| (?:and|but|so|because|since) /i;

/**
 * The first clause with a word that may change the last value of a line: any word beside the value that is not plain,
 * and behind it a clause that says how it changes. `text`: the line with gaps for its values; `end`: where the last ends;
 * `places`: the value is a place, and may be told by others.
 */
export function changedBeside(text: string, { end, places }: { end: number; places: boolean }): string | undefined {
  const line = text.replaceAll("’", "'");
  const begin = line.slice(0, end).split(clauseEnds).at(-1) ?? "";
  const [behind = "", ...later] = line.slice(end).split(clauseEnds);
  const own = begin + behind;
  if (hasUnknown(places ? own.toLowerCase().replace(where, "") : own.toLowerCase())) return spoken(own);
  return later
    .map((clause) => clause.toLowerCase().trim())
    .find((clause) => changes.test(clause) || (mayChange.test(clause) && hasUnknown(clause)));
}

function hasUnknown(clause: string): boolean {
  const tokens = tokensOf(clause);
  return tokens.some(({ kind, word }, at) => {
    const plain = word.replace(/'(?:s|ve|re|ll|d|m)$/, "");
    return kind === "word" && plain.length > 1 && !plainWords.has(plain) && readGroup(tokens, at) === undefined;
  });
}

function spoken(clause: string): string {
  return clause.replace(/\uFFFC+/g, "…").trim();
}
