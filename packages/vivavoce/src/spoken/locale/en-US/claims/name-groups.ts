import { wordsOf } from "../../../text/grammar.ts";
import type { TokenSpan } from "../../../text/reading.ts";
import { startsUpper, type Token, usesCapitals } from "../../../text/tokens.ts";
import { mayBeSameName, soundOf } from "../name/may-be-same.ts";
import { normaliseName } from "../name/name.ts";
import { plainWords } from "../name/plain-words.ts";
import { noNames, relatives, titles } from "../name/stop-words.ts";
import { clauseAt, isCorrected } from "./clauses.ts";
import type { Standing } from "./roles.ts";

/** Words one behind the other that may be a name, and what stands around them. */
export interface Group extends TokenSpan {
  words: string[];
  role: Standing;
  isPut: boolean;
  label: "first" | "last" | undefined;
}

export function groupsIn(
  tokens: readonly Token[],
  {
    booked,
    spelled,
    asked,
    question,
  }: { booked: readonly string[]; spelled: readonly TokenSpan[]; asked: boolean; question: string },
): Group[] {
  const strict = usesCapitals(tokens);
  const isName = ({ kind, word, text }: Token, at: number) => {
    const plain = (normaliseName(text.replace(/['’]s$/, "")) ?? "").replace(/ /g, "");
    if (
      kind !== "word" ||
      /'(?:ll|d|re|ve|m)$/.test(word) ||
      plain.length < 2 ||
      spelled.some((run) => at >= run.at && at < run.next)
    )
      return false;
    if (/^(?:as|like|for)$/.test(tokens[at - 1]?.word ?? "") && spelled.some((run) => run.next >= at)) return false;
    if (booked.includes(plain) && !(strict && noNames.has(word) && !startsUpper(tokens[at]))) return true;
    const isPlain = noNames.has(word) || plainWords.has(plain) || titles.has(plain);
    const isNoun = determiners.test(tokens[at - 1]?.word ?? "") && !/^\p{Lu}/u.test(text);
    return (
      !isPlain && !isNoun && (strict ? startsUpper(tokens[at]) : asked || booked.some((name) => isAlike(name, plain)))
    );
  };
  const groups: Group[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isName(token, at)) continue;
    const word = normaliseName(token.text.replace(/['’]s$/, "")) ?? token.word;
    const before = groups.at(-1);
    const between = before ? wordsOf(tokens, { at: before.next, next: at }) : "";
    if (before && (before.next === at || /^(?:- ?|hyphen|van|de|der|la|the|van der|de la|\.)$/.test(between))) {
      Object.assign(before, {
        next: at + 1,
        words: [
          ...before.words,
          ...(/^(?:van|de|der|la|van der|de la)$/.test(between) ? between.split(" ") : []),
          word,
        ],
      });
      continue;
    }
    const lead = wordsOf(tokens, { at: Math.max(0, at - 5), next: at });
    const [, led] = /\b(first|given|last|family|sur) ?name(?:'s)?(?: is| it's)?(?: \W)?$/.exec(lead) ?? [];
    groups.push({
      at,
      next: at + 1,
      words: [word],
      role: "own",
      isPut: isCorrected(tokens, { at: before?.next ?? 0, next: at }),
      label: led === undefined ? undefined : /first|given/.test(led) ? "first" : "last",
    });
  }
  const asksOther = /\b(?:whose|customer|homeowner|patient|tenant|passenger|guest|meeting|owner|under|for)\b/i.test(
    question,
  );
  return groups.flatMap((group) => {
    const { at, next, words } = group;
    const from = clauseAt(tokens, at);
    const lead = wordsOf(tokens, { at: Math.max(0, at - 5), next: at });
    const own = wordsOf(tokens, { at: from, next: at });
    const behind =
      (/'s$/.test(tokens[next - 1]?.word ?? "") ? "'s " : "") + wordsOf(tokens, { at: next, next: next + 4 });
    const [, told] = /^(?:, )?(?:'s|is|that's)(?: my| the)? (first|given|last|family|sur) ?name\b/.exec(behind) ?? [];
    const label = group.label ?? (told === undefined ? undefined : /first|given/.test(told) ? "first" : "last");
    const isOut = /\b(?:don't|not|never|isn't|used to|was|maiden|formerly|instead of)\b/.test(own);
    const role: Standing =
      isOut || isTold.test(behind)
        ? "out"
        : speaks.test(lead)
          ? asksOther
            ? "other"
            : "own"
          : chooses.test(lead) && !/\b(?:it's|it is)\W*$/.test(lead)
            ? "chosen"
            : relatives.test(lead)
              ? asksOther
                ? "chosen"
                : "theirs"
              : "own";
    const isNow = tokens[next]?.word === "now" || /^(?:mean|meant|actually)$/.test(tokens[at - 1]?.word ?? "");
    // "I'd prefer not to say", "from Oak Hill Dental"
    const isLed =
      label !== undefined || speaks.test(lead) || chooses.test(lead) || words.some((word) => booked.includes(word));
    const isPlace = /\b(?:from|at|about|of|the|near)$/.test(own);
    if (
      !isLed &&
      (isPlace ||
        (!strict &&
          !/^(?:(?:it's|it is|that's|that is|yeah|yes|uh|um|sure|okay|so|well|me|just|a|my|name|is|oh|,|sorry|no|and|for|now|spelled) ?)*$/.test(
            own,
          )))
    )
      return [];
    return {
      ...group,
      label,
      role:
        role === "chosen" &&
        /\b(?:name|name's|names)(?: is)?\W*$/.test(lead) &&
        !/\b(?:his|her|their)\b/.test(lead) &&
        !relatives.test(lead)
          ? "own"
          : role,
      isPut: group.isPut || isNow,
    };
  });
}

const determiners =
  /^(?:the|an?|this|that|my|our|his|her|their|your|no|some|any|of|at|in|on|from|with|to|he|she|we|they|you)$/;

const speaks =
  /\b(?:i'm|i am|this is|my name is|my name's|me)(?: ,)?(?: just)?(?: (?:the|a|an|her|his|their|mr|mrs|ms|miss|doctor|dr)(?: \w+){0,2})?\W*$/;

const chooses = new RegExp(
  `\\b(?:for|under|behalf of|put|use|name is|name's|names|ask for|goes under|list me as|me as|patient(?:'s| is)?|make it|change it to|(?:put|have|book|file) (?:it|that|me) in|in the name of|(?:under|for|put) (?:him|her|them)|(?:for|under|in|behalf of|put) (?:my|her|his|our|their|a|the) (?:\\w+ )?(?:${relatives.source.slice(6, -3)}|kid|patient|customer|owner|mother-in-law)(?: ,)?|(?:my|her|his|our|their|the) (?:\\w+ )?(?:${relatives.source.slice(6, -3)}|kid|patient|customer|owner|mother-in-law)(?:'s name(?: is)?| is)|says|account(?:'s| is)?|(?:her|his) name is|(?:he|she|you)'(?:s|ve) got|it's|it is)(?: (?:mr|mrs|ms|miss|doctor|dr|my \\w+))?\\W*$`,
);

/** Words that refuse to give a name, and those of a place or a company. */
const isTold =
  /^(?:'s |is |was )(?:my(?! (?:\w+ )?name)|the|our|his|her|a|an|just|not)\b|^(?:told|said|called|came|recommended|sent|referred|gave|did|put)\b/;

export const isAlike = (one: string, other: string) =>
  one === other || soundOf(one) === soundOf(other) || mayBeSameName(one, other, { spelled: false }) !== undefined;
