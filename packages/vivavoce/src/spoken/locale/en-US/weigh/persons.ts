import { wordsOf } from "../../../text/grammar.ts";
import type { Token } from "../../../text/tokens.ts";
import { compareNames } from "../name/name.ts";
import { relatives } from "../name/stop-words.ts";
import { clauseAt } from "./clauses.ts";
import type { Claim, HeardLine } from "./stances.ts";

/** Somebody whom the caller names: themselves, the one for whom it is, somebody else, or an answer without more words. */
interface Person {
  names: string[];
  role: "speaker" | "chosen" | "other" | "answer";
}

const speaks =
  /\b(?:i'm|i am|this is|my name is|my name's)(?: just)?(?: (?:the|a|an|her|his|their|mr|mrs|ms|miss|doctor|dr)(?: \w+){0,2})?\W*$/;
const chooses = new RegExp(
  `\\b(?:for|under|behalf of|put|use|name is|name's|names|ask for|goes under|patient(?:'s| is)?|make it|change it to|in|(?:under|for|put) (?:him|her|them)|(?:my|her|his|our|their|a) (?:\\w+ )?(?:${relatives.source.slice(6, -3)}|kid|patient|mother-in-law)(?:'s name)?|her name is|his name is|it's|it is)(?: (?:mr|mrs|ms|miss|doctor|dr|my \\w+))?\\W*$`,
);
const isTold = /^(?:'s |is |was )(?:my|the|our|his|her|a|an|just|not)\b/;
const forSpeaker = /\b(?:ask for me|put me|use mine|it's for me|under me|under mine|my name|use me|to me)\b/;
const asksSpeaker = /\b(?:your (?:full |first |last )?name|you are|you\?|speaking|calling|call you)\b/i;
const asksFor = /\b(?:patient|passenger|guest|under|for|whose|account|card|ticket|order|contact|who)\b/i;

/** Which of several people is meant, and whether the booked name is theirs. */
export function weighPersons(
  booked: readonly string[],
  tokens: readonly Token[],
  claims: readonly Claim[],
  lines: readonly HeardLine[],
): "same" | "different" | undefined {
  const persons = personsIn(tokens, claims);
  const said = wordsOf(tokens, { at: 0, next: tokens.length });
  const asked = lines.map(({ question }) => question).join(" ");
  const byRole = (role: Person["role"]) => persons.filter((one) => one.role === role);
  const [speaker] = byRole("speaker");
  const others = [...byRole("other"), ...(speaker ? [speaker] : [])];
  const isYours = asksSpeaker.test(asked) && !asksFor.test(asked);
  const chosen = forSpeaker.test(said) ? byRole("speaker") : byRole("chosen");
  const answers = isYours ? [] : byRole("answer");
  const [winner, ...more] = chosen.length > 0 ? chosen : others.length > 0 ? answers : [];
  if (!winner || more.length > 0 || others.every((one) => one === winner)) return undefined;
  const all = booked.join(" ");
  const [first = ""] = booked;
  const isWinner = booked.every((name) => winner.names.includes(name));
  if (isWinner) return winner.names.every((name) => booked.includes(name)) ? "same" : undefined;
  const isOther = others.some(({ names }) => names.includes(first)) && !winner.names.includes(first);
  return isOther && compareNames(all, winner.names.join(" ")) === "different" ? "different" : undefined;
}

function personsIn(tokens: readonly Token[], claims: readonly Claim[]): Person[] {
  const groups: { at: number; next: number; names: string[] }[] = [];
  for (const { at, next, form } of claims) {
    const last = groups.at(-1);
    if (last?.next === at) Object.assign(last, { next, names: [...last.names, form] });
    else groups.push({ at, next, names: [form] });
  }
  return groups.flatMap(({ at, next, names }): Person[] => {
    const before = wordsOf(tokens, { at: Math.min(at, Math.max(clauseAt(tokens, at), at - 6)), next: at });
    const lead = wordsOf(tokens, { at: Math.max(0, at - 5), next: at });
    const behind =
      (/'s$/.test(tokens[next - 1]?.word ?? "") ? "'s " : "") + wordsOf(tokens, { at: next, next: next + 3 });
    const unique = [...new Set(names)];
    if (isTold.test(behind) || /\b(?:don't|not|never)\b/.test(before)) return [{ names: unique, role: "other" }];
    if (speaks.test(lead)) return [{ names: unique, role: "speaker" }];
    if (chooses.test(lead)) return [{ names: unique, role: "chosen" }];
    return before === "" && names.length > 1 ? [{ names: unique, role: "answer" }] : [];
  });
}
