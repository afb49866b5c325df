import { editDistance, tokensOf } from "../../../text/tokens.ts";
import { builtInSlots } from "../asks/built-in.ts";
import { findSpelled, readHint } from "../letters/spelled-letters.ts";
import { compareNames, normaliseName } from "../name/name.ts";
import type { HeardLine, KindClaims } from "./clauses.ts";
import { isIn, type Person, takeGroup, takeLetters } from "./name-fold.ts";
import { type Group, groupsIn, isAlike } from "./name-groups.ts";
import { winnerOf } from "./roles.ts";

/** Somebody may go by either name. */
const nicknames = /\b(?:known as|calls? me|go(?:es)? by)\b/;

const doubts = /\b(?:known as|calls? me|either|or|unless|maybe|not sure|goes by|go by)\b/;

/** Whether a booked name is the one that the caller's lines come to. */
function weighName(value: string, lines: readonly HeardLine[]): "same" | "different" | undefined {
  const booked = normaliseName(value)?.split(" ") ?? [];
  const persons: Person[] = [];
  const winner = booked.length === 0 ? undefined : claimedName(lines, persons, booked);
  const said = wordsOfAll(lines);
  const verdict = winner && compare(winner, booked, persons.length === 1 && !winner.isChanged ? said : undefined);
  // "Anna with one N", and a caller who names their company as well
  if (verdict === "same" && /\bwith one\b/.test(said) && !isIn(booked, winner?.words ?? [])) return undefined;
  const isOwn = booked.length > 1 && persons.some(({ role, words }) => role === "own" && isIn(booked, words));
  return verdict === "different" && isOwn && persons.length > 1 && !persons.some(({ isPut }) => isPut)
    ? undefined
    : verdict;
}

/** The name that the caller's lines come to. Undefined if nobody can tell. */
function nameGiven(lines: readonly HeardLine[]): string | undefined {
  return claimedName(lines)?.words.join(" ");
}

const wordsOfAll = (lines: readonly HeardLine[]) => lines.map(({ text }) => text.toLowerCase()).join(" . ");

/** `booked`: words that may be a name, though they do not look like one. */
function claimedName(
  lines: readonly HeardLine[],
  persons: Person[] = [],
  booked: readonly string[] = [],
): Person | undefined {
  for (const line of lines) if (!hearLine(persons, booked, line)) return undefined;
  const said = wordsOfAll(lines);
  if (nicknames.test(said) || (doubts.test(said) && persons.length > 1)) return undefined;
  const isSame = (one: Person, other: Person) => isIn(one.words, other.words) || isIn(other.words, one.words);
  const mine = /\b(?:ask for me|put me|use mine|it's for me|under me|under mine|use me|to me)\b/.test(said);
  const turned = persons.map(
    (one): Person => ({
      ...one,
      role: one.role === "own" && mine ? "chosen" : mine && one.role === "chosen" ? "theirs" : one.role,
    }),
  );
  return winnerOf(turned, isSame, true);
}

function compare({ words, spelled, hints, first, last }: Person, booked: readonly string[], said: string | undefined) {
  if (words.some((word) => word.length < 2)) return undefined;
  const left = [...words];
  const open: string[] = [];
  for (const name of booked) {
    const at = left.findIndex(
      (word) =>
        compareNames(word, name) === "same" ||
        (hints.length > 0 &&
          (isAlike(word, name) || editDistance(word, name) < 2) &&
          hints.some((fits) => fits(name) && !fits(word))),
    );
    if (at === -1) open.push(name);
    else left.splice(at, 1);
  }
  const isHinted = hints.every((fits) => booked.some((name) => fits(name)));
  const isFlipped =
    booked.length > 1 &&
    ((first !== undefined && booked.at(-1) === first && booked[0] !== first) ||
      (last !== undefined && booked[0] === last && booked.at(-1) !== last));
  if (open.length === 0)
    return (!isHinted && spelled.length === 0) || isFlipped
      ? "different"
      : booked.length <= words.length
        ? "same"
        : undefined;
  // A part of a name that nobody gave, or one that is written together.
  if (booked.join("") === words.join("")) return undefined;
  if (left.length === 0) return undefined;
  const settled = (word: string) =>
    spelled.includes(word) || spelled.some((one) => one.includes(word)) || (hints.length > 0 && !isHinted);
  const isSaid = (name: string) => said?.split(/[^\p{L}]+/u).includes(name) === true;
  const isOther = open.some((name) => left.every((word) => settled(word) || (!isAlike(word, name) && !isSaid(name))));
  const isNear = open.every(
    (name) => left.some((word) => word.startsWith(name) || name.startsWith(word)) && !spelled.length,
  );
  return isOther && !isNear ? "different" : undefined;
}

/** Takes in a line. False if it says something of a name that is not read. */
function hearLine(persons: Person[], booked: readonly string[], { text, question }: HeardLine): boolean {
  const tokens = tokensOf(text.replaceAll("’", "'"));
  const asked = builtInSlots.name.asks(question) || /\bspell|\bnames?\b|\bwho\b/i.test(question);
  const isHint = (at: number) => [at - 2, at - 1, at].some((from) => readHint(tokens, from) !== undefined);
  // "Kathy with a C, C-A-T-H-Y"
  const rows = findSpelled(tokens).map((run) => {
    const end = [run.at - 2, run.at - 1].flatMap((from) => readHint(tokens, from)?.next ?? [])[0] ?? run.at;
    return {
      ...run,
      letters: run.letters.slice(tokens.slice(run.at, end).filter(({ kind }) => kind === "word").length),
    };
  });
  const spelled = rows.filter(
    ({ at, letters }) => !(letters.length < 3 && isHint(at)) && !/^(?:ac|hvac|tv|pm|am|ok|usa|asap|po)$/.test(letters),
  );
  const groups = groupsIn(tokens, { booked, spelled, asked, question });
  if (!asked && groups.length === 0 && !spelled.length) return true;
  const events = [
    ...groups.map((group) => ({ ...group, letters: "" })),
    ...spelled.map(({ at, next, letters }) => ({ at, next, letters })),
  ].toSorted((one, other) => one.at - other.at);
  for (const event of events) {
    if (event.letters === "" && "words" in event) takeGroup(persons, event as unknown as Group, question);
    else if (!takeLetters(persons, event, asked)) return false;
  }
  for (const [at] of tokens.entries()) {
    const hint = readHint(tokens, at);
    const last = persons.at(-1);
    if (!hint) continue;
    if (!last) return false;
    last.hints.push((name) => hint.fits(name));
  }
  return true;
}

export const nameClaims: KindClaims = {
  weigh: weighName,
  stands(lines) {
    const value = nameGiven(lines);
    return value === undefined ? undefined : [value];
  },
};
