/** Every check names the argument, shows its value and says what to pass. */

export function requireWhole(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  throw new RangeError(`${name} is ${show(value)}: pass a whole number ${range}`);
}

/** Any finite number, or one that is not below the least, nor above the most. */
export function requireFinite(name: string, value: number, least = -Infinity, most = Infinity): void {
  if (Number.isFinite(value) && value >= least && value <= most) return;
  const wanted = Number.isFinite(least) ? `a finite number, at least ${least}` : "a finite number";
  throw new RangeError(
    `${name} is ${show(value)}: pass ${most === Infinity ? wanted : `a number from ${least} to ${most}`}`,
  );
}

/** A confidence level, an error rate or a hypothesis: strictly between 0 and 1. */
export function requireInside(name: string, value: number): void {
  if (!(value > 0 && value < 1)) {
    throw new RangeError(`${name} is ${show(value)}: pass a number between 0 and 1, both excluded`);
  }
}

export function requireNumbers(name: string, values: readonly number[]): void {
  if (!Array.isArray(values)) throw new RangeError(`${name} is ${show(values)}: pass an array of numbers`);
  const index = values.findIndex((value) => !Number.isFinite(value));
  if (index >= 0) {
    throw new RangeError(
      `${name}[${index}] is ${show(values[index])}: pass finite numbers and leave out what is missing`,
    );
  }
}

/** Groups of numbers, such as clusters or the repeats of a case; none may be empty. */
export function requireGroups(name: string, groups: readonly (readonly number[])[]): void {
  if (!Array.isArray(groups)) throw new RangeError(`${name} is ${show(groups)}: pass an array of arrays`);
  for (const [index, group] of groups.entries()) {
    requireNumbers(`${name}[${index}]`, group);
    if (group.length === 0) throw new RangeError(`${name}[${index}] is empty: leave it out`);
  }
}

export function requireSameLength(names: string, a: readonly unknown[], b: readonly unknown[]): void {
  if (a.length !== b.length) {
    throw new RangeError(`${names} have ${a.length} and ${b.length} values: pass one of each per case, in one order`);
  }
}

function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
