import { readAll, wordMap, wordSet } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { compareAddresses, findAddresses, normaliseAddress } from "../address/address.ts";
import { radioAlphabet, readSpelled } from "../letters/spelled-letters.ts";
import { readGroup, readOrdinal } from "../numbers/digit-group.ts";
import { comparePhones, findPhones } from "../phone/find-phones.ts";
import { compareSpokenTimes } from "../time/compare-times.ts";
import { saidTimes, wholeTime } from "../time/time-kind.ts";

/** A cache, because one line is searched for many values in a row. */
let latest: { line: string; atoms: Atom[] } = { line: "", atoms: [] };

/**
 * Whether a line says a value, in whatever words: digits as words in any grouping, letters one by one or by the radio
 * alphabet, a time by the clock or in words, an e-mail address with "at" and "dot", an address from back to front.
 *
 * @example says("it's seven eight seven oh four", "78704") // true
 */
export function says(line: string, value: string): boolean {
  const atoms = latest.line === line ? latest.atoms : atomsOf(line);
  latest = { line, atoms };
  const time = wholeTime(value);
  // The words of a time may be about something else: "it died Thursday morning" makes no appointment.
  if (time) {
    const fields = Object.keys(time) as (keyof typeof time)[];
    const named = saidTimes(line).some(
      (said) => fields.every((field) => said[field] !== undefined) && compareSpokenTimes(time, said) === "same",
    );
    return named || (/\d/.test(value) && holds(atoms, atomsOf(value)));
  }
  return holds(atoms, atomsOf(value)) || holdsParts(atoms, value) || samePhone(line, value) || sameAddress(line, value);
}

function samePhone(line: string, value: string): boolean {
  const [phone] = findPhones(value);
  return phone !== undefined && findPhones(line).some((said) => comparePhones(phone.value, said.value) === "same");
}

function sameAddress(line: string, value: string): boolean {
  const address = normaliseAddress(value);
  if (address === undefined) return false;
  const said = findAddresses(line, { by: "caller", asked: true });
  return said.some((found) => compareAddresses(address, found.value) === "same");
}

/** Numbers and names of a value in any order: "South Lamar, number forty-two ten". */
function holdsParts(atoms: readonly Atom[], value: string): boolean {
  const parts = atomsOf(value).filter(({ kind, forms: [form = ""] }) => kind !== "mark" && form.length > 1);
  const number = parts.some(({ kind, forms: [form = ""] }) => kind === "digits" && form.length > 1);
  const word = parts.some(({ kind, forms: [form = ""] }) => kind === "word" && form.length > 3);
  return number && word && parts.every((part) => holds(atoms, [part]));
}

/** Whether these atoms hold the value's, one after the other, whatever is between them to pause. */
function holds(atoms: readonly Atom[], value: readonly Atom[]): boolean {
  const email = value.some(({ kind, forms }) => kind === "mark" && forms[0] === "at");
  const wanted = value
    .filter(({ kind }) => kind !== "mark" || email)
    .map(({ forms }) => forms[0] ?? "")
    .join("");
  return wanted !== "" && atoms.some((_, at) => holdsAt(atoms, at, wanted));
}

function holdsAt(atoms: readonly Atom[], at: number, wanted: string): boolean {
  const first = atoms[at];
  if (!first || first.kind === "mark" || goesOn(atoms[at - 1], first)) return false;
  return restHolds(atoms, at, wanted);
}

/** The most pauses in a row; with more, another subject begins. */
const mostPauses = 4;

function restHolds(atoms: readonly Atom[], at: number, rest: string, pauses = 0): boolean {
  const atom = atoms[at];
  if (!atom) return false;
  for (const form of atom.forms) {
    if (form === "" || !rest.startsWith(form)) continue;
    const after = rest.slice(form.length);
    if (atom.article && /^\d/.test(after)) continue;
    if (after === "" ? !goesOn(atom, atoms[at + 1]) : restHolds(atoms, at + 1, after)) return true;
  }
  return pauses < mostPauses && isPause(atoms, at) && restHolds(atoms, at + 1, rest, pauses + 1);
}

/** Whether a number continues from one atom to the next, so that a part of it would be another number. */
function goesOn(one: Atom | undefined, other: Atom | undefined): boolean {
  return one?.kind === "digits" && other?.kind === "digits" && !one.whole && !other.whole;
}

/** A mark, or "and" between digits. */
function isPause(atoms: readonly Atom[], at: number): boolean {
  const atom = atoms[at];
  if (atom?.kind === "mark") return true;
  if (!/^(?:and|then)$/.test(atom?.forms[0] ?? "")) return false;
  return [atoms[at - 1], atoms[at + 1]].every((beside) => beside?.kind !== "word");
}

/** The smallest thing that a text says: a word, a letter, a few digits or a mark, in every way it may be meant. */
interface Atom {
  forms: readonly string[];
  kind: "digits" | "letter" | "word" | "mark";
  /** Digits that were written as one number, and do not go on in what stands beside them. */
  whole?: boolean;
  /** "a" before a space: an article, and not the letter before a number. */
  article?: boolean;
}

/** Marks between the parts of one value that do not belong to it. */
const pauses = wordSet("uh um er dash hyphen slash space capital comma");
const marks = wordMap("@ at, . dot, _ underscore, + plus");
/** Words for letters and marks outside spelling, and titles, which are written in one way and said in another. */
const spokenForms = new Map([
  ...radioAlphabet,
  ...wordMap(
    "ay a, bee b, cee c, dee d, ee e, eff f, gee g, aitch h, jay j, kay k, ell l, em m, en n, pee p, cue q, queue q, ar r, ess s, tee t, vee v, ex x, wye y, zee z, zed z, period dot, point dot, dr doctor, doctor dr, mr mister, mister mr, prof professor, professor prof",
  ),
]);

/** The atoms of a text: number words are digits, spelled letters are letters, pauses are marks. */
function atomsOf(text: string): Atom[] {
  const tokens = tokensOf(text.normalize("NFKC"));
  return readAll(tokens, (at) => readAtoms(tokens, at)).flatMap(({ read }) => read);
}

function readAtoms(tokens: readonly Token[], at: number): { read: Atom[]; next: number } | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  const mark = marks.get(token.text);
  if (token.kind === "mark") return { read: [{ kind: "mark", forms: mark === undefined ? [] : [mark] }], next: at + 1 };
  const spelled = readSpelled(tokens, at);
  if (spelled) {
    const forms = [...spelled.letters].map((letter) => (letter === "o" ? ["o", "0"] : [letter]));
    return { read: forms.map((letter) => ({ kind: "letter", forms: letter })), next: spelled.next };
  }
  const ordinal = readOrdinal(tokens, at);
  if (ordinal) return { read: [{ kind: "word", forms: [`${ordinal.digits}th`] }], next: ordinal.next };
  const group = readGroup(tokens, at);
  if (group) {
    const zero = /^(?:o|oh)$/.test(token.word) ? [token.word, "o"] : [];
    const whole = token.kind === "digits" && token.text.length > 1;
    return { read: [{ kind: "digits", forms: [group.digits, ...zero], whole }], next: group.next };
  }
  if (pauses.has(token.word)) return { read: [{ kind: "mark", forms: [token.word] }], next: at + 1 };
  const word = token.word.replace(/'/g, "");
  const spoken = spokenForms.get(word);
  const article = token.text === "a" && tokens[at + 1]?.gap !== false;
  return { read: [{ kind: "word", forms: spoken === undefined ? [word] : [word, spoken], article }], next: at + 1 };
}
