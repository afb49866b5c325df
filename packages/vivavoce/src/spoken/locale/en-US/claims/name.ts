import { wordsOf } from "../../../text/grammar.ts";
import { editDistance, type Token } from "../../../text/tokens.ts";
import { asksLastName, builtInSlots } from "../asks/built-in.ts";
import { findSpelled, readHint } from "../letters/spelled-letters.ts";
import { findGivenNames } from "../name/given-names.ts";
import { mayBeSameName, soundOf } from "../name/may-be-same.ts";
import { compareNames, normaliseName } from "../name/name.ts";
import { isNegated } from "../answers/negation.ts";
import type { TokenSpan } from "../../../text/reading.ts";
import { nameIn } from "../weigh/name.ts";
import { type HeardLine, isCorrected } from "../weigh/stances.ts";

type Verdict = "same" | "different" | undefined;

/** Whether a name is written as the caller spells it. Undefined where they say nothing of it, "open" if it is not read. */
function spellingOf(names: readonly string[], tokens: readonly Token[]): { verdict: Verdict | "open"; settled: string[] } {
  const open = { verdict: "open" as const, settled: [] };
  const settled: string[] = [];
  let verdict: Verdict;
  for (const { at, letters } of findSpelled(tokens)) {
    if (/^(?:ac|hvac|tv|pm|am|ok|usa|asap|po)$/.test(letters) || isNegated(tokens, at) || letters.length < 3) continue;
    const row = rowOf(names, letters);
    if (row === undefined) {
      // Letters of something else, such as a street, or of a part that was not booked.
      const isPart = names.some((name) => name.includes(letters));
      if (isPart || (!names.some((name) => isNear(name, letters) || isAlike(name, letters)) && !isNear(names.join(""), letters))) return open;
      verdict = "different";
    } else {
      verdict = "same";
      settled.push(...names.filter((name) => row.includes(name)));
    }
  }
  for (const [at] of tokens.entries()) {
    const hint = readHint(tokens, at);
    if (!hint) continue;
    const words = tokens.slice(Math.max(0, at - 5), at).filter(({ kind }) => kind === "word").map(({ word }) => word.replace(/'s$/, ""));
    const near = words.findLast((word) => names.some((name) => isAlike(name, word)));
    const name = names.find((one) => near !== undefined && isAlike(one, near)) ?? (names.length === 1 ? names[0] : undefined);
    if (name === undefined) return open;
    if (!hint.fits(name)) verdict = "different";
    else {
      verdict ??= "same";
      settled.push(name);
    }
  }
  return { verdict, settled };
}

const rowOf = (names: readonly string[], letters: string) =>
  names.find((name) => name === letters) ?? (names.join("") === letters || names.toReversed().join("") === letters ? letters : undefined);

const isNear = (one: string, other: string) =>
  Math.max(one.length, other.length) < 30 && editDistance(one, other) <= Math.max(one.length, other.length) / 2;

const isAlike = (one: string, other: string) =>
  one === other || soundOf(one) === soundOf(other) || mayBeSameName(one, other, { spelled: false }) !== undefined;

/** The name that the lines give, if they name only one person and do not speak for another. */
function onlyName(lines: readonly HeardLine[]): { value: string; isWhole: boolean } | undefined {
  const found = lines.flatMap(({ text, question }) => {
    const asked = builtInSlots.name.asks(question) || /\bspell/i.test(question);
    const names = findGivenNames(text.replaceAll("’", "'"), { asked });
    return names.map(({ value }) => ({ value, question, text }));
  });
  let name = "";
  for (const { value, question } of found) {
    if (name === "" || compareNames(name, value) === "same") name = value.length > name.length ? value : name;
    else if (asksLastName(question) && !name.includes(" ")) name = `${name} ${value}`;
    else return undefined;
  }
  return name === "" ? undefined : { value: name, isWhole: found.length === 1 };
}

const others =
  /\b(?:she's|he's|for|under|behalf|husband|wife|mother|mom|dad|father|son|daughter|boss|his|her|their|hers|theirs|used to|maiden|married|formerly|go by|goes by|call me|calls me|known as|or|account|instead|don't|actually|mean|meant|sorry|wait|scratch|now|mine|tenant|owner|neighbor|assistant)\b/;

const roles = /\b(?:first|last|given|family|sur) ?name\b/;
const corrections = /\b(?:sorry|wait|actually|mean|meant|scratch|oops)\b/;

export function weighName(value: string, tokens: readonly Token[], lines: readonly HeardLine[]): Verdict | "parts" {
  const booked = normaliseName(value);
  if (booked === undefined) return undefined;
  const names = booked.split(" ");
  const { verdict: spelling, settled } = spellingOf(names, tokens);
  if (spelling === "open") return undefined;
  const said = wordsOf(tokens, { at: 0, next: tokens.length });
  if (spelling === "different") return corrections.test(said) ? undefined : "different";
  const groups = groupsOf(value, tokens, lines);
  const asWritten = (some: readonly string[]) => some.map((word) => settled.find((name) => isAlike(name, word)) ?? word);
  const put = correctedOf(tokens, groups);
  const isOther = (word: string) => !groups.every(({ forms }) => forms.includes(word) || forms.every((form) => !isAlike(form, word)));
  const only = others.test(said) || roles.test(said) ? undefined : onlyName(lines);
  const isOnly = only !== undefined && groups.every(({ forms }) => forms.every((form) => only.value.split(" ").some((word) => isAlike(word, form))));
  const winner = put ?? (isOnly && !isOther("") ? only?.value.split(" ") : undefined);
  if (winner?.every((word) => word.length > 1)) {
    const written = asWritten(winner).join(" ");
    const comparison = compareNames(written, booked);
    if (comparison === "same" && names.length <= winner.length) return "same";
    const isOpen = mayBeSameName(written, booked, { spelled: settled.length > 0 }) !== undefined;
    if (comparison === "different" && !isOpen) return "different";
  }
  return "parts";
}

interface Group extends TokenSpan {
  forms: string[];
}

/** Words one behind the other that may be a name. */
function groupsOf(value: string, tokens: readonly Token[], lines: readonly HeardLine[]): Group[] {
  const groups: Group[] = [];
  for (const { at, next, form } of nameIn(value, tokens, lines)?.claims ?? []) {
    const last = groups.at(-1);
    if (last?.next === at) Object.assign(last, { next, forms: [...last.forms, form] });
    else groups.push({ at, next, forms: [form] });
  }
  return groups;
}

/** "Linda Park, oh, well, Linda Cho": a name that takes the place of one that it shares a word with. */
function correctedOf(tokens: readonly Token[], groups: readonly Group[]): string[] | undefined {
  for (const [index, group] of groups.entries()) {
    const before = groups[index - 1];
    if (index < groups.length - 1 || !before || group.forms.length < 2 || group.forms.length !== before.forms.length) continue;
    const isShared = group.forms.some((form) => before.forms.includes(form)) && String(group.forms) !== String(before.forms);
    const isPut = isCorrected(tokens, { at: before.next, next: group.at }) || tokens[group.next]?.word === "now";
    if (isShared && isPut) return group.forms;
  }
  return undefined;
}
