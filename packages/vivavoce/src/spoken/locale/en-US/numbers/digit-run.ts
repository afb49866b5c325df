import { type Token, tokensOf } from "../../../text/tokens.ts";
import { type DigitGroup, readGroup } from "./digit-group.ts";

/** One group of a run: where it stands, and whether a mark parts it from the group before. */
export interface RunPiece extends DigitGroup {
  at: number;
  parted: boolean;
}

const betweenGroups = new Set([..."-–—,.…()/·", ..."and uh um er then area code dash let me see let's".split(" ")]);
/** The most marks between two groups; with more, another subject begins. */
const mostBetween = 5;

/** All groups from a place on that belong to one number said with pauses: "five one two, triple five, oh one". */
export function readRun(tokens: readonly Token[], at: number): RunPiece[] {
  const run: RunPiece[] = [];
  let next = at;
  for (;;) {
    const from = run.length === 0 ? next : skipBetween(tokens, next);
    const group = readGroup(tokens, from);
    if (!group) return run;
    const parted = tokens.slice(next, from).some(({ kind }) => kind === "mark");
    run.push({ ...group, at: from, parted });
    next = group.next;
  }
}

function skipBetween(tokens: readonly Token[], at: number): number {
  let next = at;
  while (next < at + mostBetween && betweenGroups.has(tokens[next]?.word ?? "")) next += 1;
  return next;
}

/** Nobody says a number with more digits, and trying every place in a longer one would take too long. */
const longestTight = 24;

/**
 * A number said without a pause, as house numbers are: "4210", "forty-two ten", "four two one oh". Written digits of
 * more than one figure stand alone, so that "4210 78704" stays two numbers.
 */
export function readTight(tokens: readonly Token[], at: number): DigitGroup | undefined {
  let digits = "";
  let next = at;
  for (;;) {
    const from = digits !== "" && tokens[next]?.text === "-" ? next + 1 : next;
    const written = tokens[from]?.kind === "digits" && (tokens[from]?.text.length ?? 0) > 1;
    const group = digits !== "" && written ? undefined : readGroup(tokens, from);
    if (!group) return digits === "" ? undefined : { digits, next };
    digits += group.digits;
    next = group.next;
    // "63 Oh Nine": a transcript may write the first half in figures and the rest in words.
    const goesOn = digits.length <= 2 && /^(?:oh|zero)$/.test(tokens[next]?.word ?? "");
    if ((written && !goesOn) || digits.length > longestTight) return { digits, next };
  }
}

/** Whether a number that began before goes on at this place: "ten" in "forty-two ten". */
export function continuesNumber(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || (token.kind === "digits" && token.text.length > 1)) return false;
  const before = tokens[at - 1]?.text === "-" ? at - 2 : at - 1;
  return readGroup(tokens, before) !== undefined;
}

/**
 * The digits that a text says, where it says nothing else: figures, number words from zero to thousands, "oh",
 * "double" and "triple". Undefined if there is anything more.
 *
 * @example spokenDigits("nine one one oh") // "9110"
 */
export function spokenDigits(text: string): string | undefined {
  const tokens = tokensOf(text);
  const first = tokens.findIndex(({ word }) => !betweenGroups.has(word));
  const run = first === -1 ? [] : readRun(tokens, first);
  const end = run.at(-1)?.next;
  if (end === undefined || tokens.slice(end).some(({ word }) => !betweenGroups.has(word))) return undefined;
  return run.map(({ digits }) => digits).join("");
}
