import { type Run, wholes } from "./digit-runs.ts";
import type { Standing } from "./roles.ts";

/** A number that the caller gives, in as many readings as its pieces have; `wrong`: digits that it has not. */
export interface DigitEntry {
  readings: readonly string[];

  role: Standing;
  isPut: boolean;
  extension?: string;
}

/** Takes a run into the entry that it belongs to. False if nobody can tell where its digits go. */
export function take(
  kind: "phone" | "zip",
  entries: DigitEntry[],
  run: Run,
  { wrong, isAnswer, isAsked }: Taking,
): boolean {
  const { digits, place, isOut, isPut, role } = run;
  const last = entries.at(-1);
  if (wholes[kind].test(digits)) {
    if (run.isOr && last && !isOut) return false;
    entries.push({ readings: [digits], role: isOut ? "out" : role, isPut: isPut && last !== undefined && !isOut });
    return true;
  }
  // What is ruled out may be what was given.
  if (isOut) return wrong !== undefined || !last?.readings.some((one) => one.endsWith(digits));
  if (place === "extension") {
    if (last) last.extension = digits;
    else entries.push({ readings: [""], role: "own", isPut: false, extension: digits });
    return true;
  }
  const change = (readings: readonly string[]) => {
    if (readings.length === 0 || !last) return false;
    entries[entries.length - 1] = { ...last, readings: [...new Set(readings)].slice(0, mostReadings) };
    return true;
  };
  if (!last) {
    if (digits.length > 14) return false;
    entries.push({ readings: [digits], role: role === "out" ? "own" : role, isPut: false });
    return true;
  }
  if (place === "plus") return change(last.readings.flatMap((one) => (one.length === 5 ? [one + digits] : [])));
  if (place === "area" && !run.isSame)
    return change(
      last.readings.flatMap((one) => (one.length >= 7 ? [digits + one.slice(-7)] : one.length < 4 ? [digits] : [])),
    );
  if (!isWhole(kind, last)) {
    const size = Math.max(longest[kind], 0);
    return change(
      last.readings.flatMap((one) => {
        if (isPut) return restarted(one, digits, size);
        const sum = one + digits;
        // The area code may come last.
        if (kind === "phone" && one.length === 7 && digits.length === 3) return [digits + one, sum];
        if (digits.length >= one.length && digits.startsWith(one))
          return [digits, ...(sum.length <= size ? [sum] : [])];
        return sum.length <= size + (kind === "zip" ? 4 : 1) ? [sum] : [];
      }),
    );
  }
  if (run.isSame && place !== undefined) {
    entries.push({
      readings: last.readings.flatMap((one) => placesFor(one, run, { wrong, isAnswer, kind })),
      role: role === "out" ? "own" : role,
      isPut: false,
    });
    return true;
  }
  const changed = last.readings.flatMap((one) => placesFor(one, run, { wrong, isAnswer, kind }));
  if (changed.length > 0) return change(changed);
  if (!isPut && !isAnswer && !isAsked) return true;
  // A number that begins anew in the same breath: "hers is nine one eight, okay, five five five …".
  if (role === "chosen" || role === "theirs") {
    entries.push({ readings: [digits], role, isPut });
    return true;
  }
  return false;
}

interface Taking {
  wrong: string | undefined;
  /** The line answers what the agent has said of a number. */
  isAnswer: boolean;
  isAsked: boolean;
}

/** An unfinished number with a piece of it put right, or begun again. */
function restarted(one: string, digits: string, size: number): string[] {
  const tails = digits.length <= one.length ? [one.slice(0, one.length - digits.length) + digits] : [];
  const isAgain = (part: string) => part.length > 0 && digits.startsWith(part);
  // "oh one five, sorry, oh one nine five"
  const again = [...one].flatMap((_, at) =>
    isAgain(one.slice(at, at + Math.min(2, one.length - at))) ? [one.slice(0, at) + digits] : [],
  );
  const rest = size - digits.length;
  const whole = rest > 0 && rest <= one.length ? [one.slice(0, rest) + digits] : [];
  return [...tails, ...again, ...whole, digits].filter((sum) => sum.length <= size);
}

/** The numbers that a whole one may become by a few digits. */
function placesFor(
  one: string,
  { digits, place, isPut }: Run,
  { wrong, isAnswer, kind }: { wrong: string | undefined; isAnswer: boolean; kind: "phone" | "zip" },
): string[] {
  const at = (from: number) => (from < 0 ? [] : [one.slice(0, from) + digits + one.slice(from + digits.length)]);
  const end = one.length - digits.length;
  if (place === "area") return at(one.length - 10);
  if (place === "end") return at(end);
  if (place === "begin") return at(0);
  if (wrong !== undefined && one.includes(wrong)) return at(one.lastIndexOf(wrong));
  const isRepeat =
    one.endsWith(digits) ||
    (digits.length > 2 && one.startsWith(digits)) ||
    (digits.length === 3 && one.slice(-7).startsWith(digits));
  if (isRepeat) return [one];
  if (!isPut && !isAnswer) return [];
  const froms = kind === "phone" ? [end, one.length - 7, one.length - 10] : [end, 0];
  const similar = froms.filter(
    (from) =>
      from >= 0 && from + digits.length <= one.length && mayBeSlip(one.slice(from, from + digits.length), digits),
  );
  // Without a word of correction, digits beside a number may be its own.
  if (similar.includes(end)) return isPut ? at(end) : [one, ...at(end)];
  return digits.length > 1 ? similar.flatMap(at) : [];
}

/** Whether one of two rows of digits may have been said for the other. */
function mayBeSlip(said: string, meant: string): boolean {
  const off = [...said].flatMap((digit, at) => (digit === meant[at] ? [] : [at]));
  const [first = 0, second = 0] = off;
  return off.length < 2 || (off.length === 2 && (said[first] === meant[second] || said[second] === meant[first]));
}

export const isWhole = (kind: "phone" | "zip", { readings }: DigitEntry) =>
  readings.some((digits) => wholes[kind].test(digits));

const longest = { phone: 10, zip: 5 };

const mostReadings = 16;
