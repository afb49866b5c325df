import { editDistance } from "../../../text/tokens.ts";
import { asksLastName } from "../asks/built-in.ts";
import { putSpelling } from "../name/name.ts";
import { type Group, isAlike } from "./name-groups.ts";
import type { Standing } from "./roles.ts";

/** Somebody whom the caller names. */
export interface Person {
  words: string[];
  /** The words that were spelled. */
  spelled: string[];
  hints: ((name: string) => boolean)[];
  /** The words that were said to be the first or the last name. */
  first?: string;
  last?: string;
  role: Standing;
  isPut: boolean;
  /** A word of it was put right. */
  isChanged?: boolean;
}

export function takeGroup(persons: Person[], { words, role, isPut, label }: Group, question: string): void {
  const person = persons.at(-1);
  const fresh = (): Person => ({
    words,
    spelled: [],
    hints: [],
    role,
    isPut: isPut && person !== undefined && role !== "out",
    ...(label ? { [label]: words[0] } : {}),
  });
  if (!person || role === "out") {
    persons.push(fresh());
    return;
  }
  const known = persons.find((one) => isIn(words, one.words) || isIn(one.words, words));
  if (known) {
    if (words.length > known.words.length) known.words = words;
    if (role === "chosen") known.role = known.role === "out" ? "out" : "chosen";
    if (label) known[label] = words[0] ?? "";
    return;
  }
  const isShared = words.some((word) => person.words.some((one) => isAlike(one, word)));
  if (isPut && isShared && words.length === person.words.length) Object.assign(person, { words, isChanged: true });
  else if (isPut && words.length === 1 && isShared)
    person.words = person.words.map((one) => (isAlike(one, words[0] ?? "") ? (words[0] ?? one) : one));
  else if (
    (asksLastName(question) || label === "last" || person.last !== undefined || person.first !== undefined) &&
    person.words.length === 1 &&
    words.length === 1
  ) {
    person.words =
      label === "first" || person.last !== undefined ? [...words, ...person.words] : [...person.words, ...words];
    if (label) person[label] = words[0] ?? "";
  } else if (role === "own" && words.length === 1 && person.words.length === 1 && !isPut && person.role === "own")
    person.words = [...person.words, ...words];
  else persons.push(fresh());
}

/** Letters that spell a name, or a word of it. False if nobody can tell which. */
export function takeLetters(persons: Person[], { letters }: { letters: string }, asked: boolean): boolean {
  const person = persons.at(-1);
  if (letters.length < 3 && !person?.words.some((word) => word.length <= 3 && word.startsWith(letters.charAt(0))))
    return asked ? letters.length < 2 : true;
  if (!person) {
    if (asked) persons.push({ words: [letters], spelled: [letters], hints: [], role: "own", isPut: false });
    return true;
  }
  const words = [...person.words];
  putSpelling(words, letters);
  const isNear = words.length === person.words.length;
  if (!isNear && !asked) return editDistance(words.join(""), letters) > letters.length / 2;
  person.words = words;
  person.spelled.push(...words.filter((word) => letters.includes(word) || word === letters));
  return true;
}

export const isIn = (some: readonly string[], others: readonly string[]) => some.every((word) => others.includes(word));
