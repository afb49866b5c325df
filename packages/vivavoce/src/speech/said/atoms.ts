import { radioAlphabet } from "../letters/alphabet.ts";
import { readSpelled } from "../letters/spelled-letters.ts";
import { readGroup } from "../numbers/digit-group.ts";
import { readOrdinal } from "../numbers/ordinals.ts";
import { type Token, tokensOf } from "../text/tokens.ts";

/** The smallest thing that a text says: a word, a letter, a few digits or a mark, in every way it may be meant. */
export interface Atom {
  forms: readonly string[];
  kind: "digits" | "letter" | "word" | "mark";
  /** Digits that were written as one number, and do not go on in what stands beside them. */
  whole: boolean;
  /** "a" before a space: an article, and not the letter before a number. */
  article: boolean;
}

/** Marks between the parts of one value that do not belong to it. */
const pauses = new Set(["uh", "um", "er", "dash", "hyphen", "slash", "space", "capital", "comma"]);
const marks: ReadonlyMap<string, string> = new Map([
  ["@", "at"],
  [".", "dot"],
  ["_", "underscore"],
  ["+", "plus"],
]);
/** Words for letters and marks outside spelling. */
const spokenForms: ReadonlyMap<string, string> = new Map([
  ...radioAlphabet,
  ..."ay a,bee b,cee c,dee d,ee e,eff f,gee g,aitch h,jay j,kay k,ell l,em m,en n,pee p,cue q,queue q,ar r,ess s,tee t,vee v,ex x,wye y,zee z,zed z,period dot,point dot"
    .split(",")
    .map((pair) => pair.split(" ") as [string, string]),
  // Titles are written in one way and said in another.
  ..."dr doctor,doctor dr,mr mister,mister mr,prof professor,professor prof"
    .split(",")
    .map((pair) => pair.split(" ") as [string, string]),
]);

/** The atoms of a text: number words are digits, spelled letters are letters, pauses are marks. */
export function atomsOf(text: string): Atom[] {
  const tokens = tokensOf(text.normalize("NFKC"));
  const atoms: Atom[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { read, next } = readAtoms(tokens, at);
    atoms.push(...read);
    at = next;
  }
  return atoms;
}

function readAtoms(tokens: readonly Token[], at: number): { read: Atom[]; next: number } {
  const token = tokens[at];
  if (!token) return { read: [], next: at + 1 };
  const mark = marks.get(token.text);
  if (token.kind === "mark") return one("mark", mark === undefined ? [] : [mark], at + 1);
  const spelled = readSpelled(tokens, at);
  if (spelled) {
    const letters = [...spelled.letters].map((letter) => letter.replace(/^o$/, "o 0").split(" "));
    return { read: letters.flatMap((forms) => one("letter", forms, 0).read), next: spelled.next };
  }
  const ordinal = readOrdinal(tokens, at);
  if (ordinal) return one("word", [`${ordinal.digits}th`], ordinal.next);
  const group = readGroup(tokens, at);
  if (group) {
    const zero = /^(?:o|oh)$/.test(token.word) ? [token.word, "o"] : [];
    const { read, next } = one("digits", [group.digits, ...zero], group.next);
    return { read: read.map((atom) => ({ ...atom, whole: token.kind === "digits" && token.text.length > 1 })), next };
  }
  if (pauses.has(token.word)) return one("mark", [token.word], at + 1);
  const word = token.word.replace(/'/g, "");
  const spoken = spokenForms.get(word);
  const { read, next } = one("word", spoken === undefined ? [word] : [word, spoken], at + 1);
  const article = token.text === "a" && tokens[at + 1]?.gap !== false;
  return { read: read.map((atom) => ({ ...atom, article })), next };
}

function one(kind: Atom["kind"], forms: readonly string[], next: number): { read: Atom[]; next: number } {
  return { read: [{ forms, kind, whole: false, article: false }], next };
}
