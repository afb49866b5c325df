import { wordsOf } from "../../../text/grammar.ts";
import type { Token } from "../../../text/tokens.ts";
import { asksLastName } from "../asks/built-in.ts";
import { plainWords } from "../left-over/beside.ts";
import { findSpelled } from "../letters/spelled-letters.ts";
import { mayBeSameName } from "../name/may-be-same.ts";
import { compareNames, normaliseName } from "../name/name.ts";
import { noNames, titles } from "../name/stop-words.ts";
import { weighPersons } from "./persons.ts";
import { type Claim, type HeardLine, plainForm, saidIn, type Weighed } from "./stances.ts";

const determiners =
  /^(?:the|an?|this|that|my|our|his|her|their|your|no|some|any|of|at|in|on|from|with|to|i|he|she|we|they|you)$/;
/** Somebody may go by either. */
const either = /\b(?:go(?:es)? by|known as|calls? me|either|or)\b/;

/** What a text names of a person's name. */
export function nameIn(value: string, tokens: readonly Token[], lines: readonly HeardLine[]): Weighed | undefined {
  const names = normaliseName(value)?.split(" ") ?? [];
  const said = saidIn(tokens);
  if (names.length === 0 || either.test(said) ) return undefined;
  const spelled = findSpelled(tokens);
  const claims = tokens.flatMap(({ kind, word, text }, at): Claim[] => {
    const run = spelled.find((one) => at >= one.at && at < one.next);
    if (run)
      return run.at === at && run.letters.length > 2 ? [{ at, next: run.next, sort: "name", form: run.letters }] : [];
    const plain = plainForm(word);
    const own = normaliseName(plainForm(text)) ?? plain;
    const form = names.find((name) => compareNames(name, own) === "same") ?? own;
    const isPlain = noNames.has(word) || plainWords.has(plain) || titles.has(plain);
    const isNoun = determiners.test(tokens[at - 1]?.word ?? "");
    if (kind !== "word" || plain.length < 2 || (!names.includes(form) && (isPlain || isNoun))) return [];
    return [{ at, next: at + 1, sort: "name", form }];
  });
  const verdict = weighPersons(names, tokens, claims, lines);
  const asked = lines.some(({ question }) => asksLastName(question));
  const roles = claims.map((claim) => ({ ...claim, role: roleOf(tokens, claim) }));
  const [first = "", last = ""] = [names[0], names.at(-1)];
  const hasRole = (form: string, role: string) => roles.some((one) => one.form === form && one.role === role);
  const isNext = (one: Claim | undefined, other: Claim | undefined) =>
    one !== undefined &&
    other !== undefined &&
    one.next <= other.at &&
    tokens.slice(one.next, other.at).every(({ kind }) => kind === "mark");
  const isTogether = claims.some((_, at) =>
    names.every(
      (name, index) =>
        claims[at + index]?.form === name && (index === 0 || isNext(claims[at + index - 1], claims[at + index])),
    ),
  );
  const isFlipped = names.length > 1 && (hasRole(first, "last") || hasRole(last, "first"));
  const isByRole = names.length === 2 && (hasRole(first, "first") || hasRole(last, "last") || asked);
  return {
    verdict,
    parts: names.map((form) => ({ sort: "name", form })),
    claims,
    isWhole: !isFlipped && (isTogether || isByRole),
    differs: (part, { form, at, next }) => {
      const isSpelled = claims.some((one) => one.form === form && one.next - one.at > 1);
      const other = names.map((word) => (word === part.form ? form : word));
      const beside = claims.some(
        (one) =>
          one.form !== form &&
          names.includes(one.form) &&
          (isNext({ ...one }, { at, next, sort: "", form }) || isNext({ at, next, sort: "", form }, one)),
      );
      if (
        part.form.includes(form) ||
        form.includes(part.form) ||
        compareNames(names.join(" "), other.join(" ")) !== "different"
      )
        return false;
      return (
        (isSpelled || beside) && mayBeSameName(names.join(" "), other.join(" "), { spelled: isSpelled }) === undefined
      );
    },
  };
}

/** "First name's Ilse", "Allen's my given name" */
function roleOf(tokens: readonly Token[], { at, next }: Claim): "first" | "last" | undefined {
  const before = wordsOf(tokens, { at: Math.max(0, at - 4), next: at });
  const behind = wordsOf(tokens, { at: next, next: next + 5 });
  const [, led] = /\b(first|given|last|family|sur) ?name(?:'s)?(?: is)?(?: \W)?$/.exec(before) ?? [];
  const [, told] = /^(?:\W )?(?:is |that's )?my (first|given|last|family|sur) ?name\b/.exec(behind) ?? [];
  const role = led ?? told;
  return role === undefined ? undefined : /first|given/.test(role) ? "first" : "last";
}
