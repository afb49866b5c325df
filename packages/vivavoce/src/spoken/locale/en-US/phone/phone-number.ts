import type { SlotComparison } from "../../../slots/slot-kind.ts";

/**
 * Digits as a phone number: "+15125550199" where the country is said or the number is a North American one, plain
 * digits for a local number or one with a trunk zero. Undefined if they are not a phone number.
 */
export function phoneNumberOf(digits: string, { plus }: { plus: boolean }): string | undefined {
  if (plus) return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined;
  const abroad = /^(?:011|00)([1-9]\d{7,14})$/.exec(digits)?.[1];
  if (abroad) return `+${abroad}`;
  if (/^1[2-9]\d{9}$/.test(digits)) return `+${digits}`;
  if (/^[2-9]\d{9}$/.test(digits)) return `+1${digits}`;
  return /^[2-9]\d{6}$/.test(digits) || /^0\d{8,10}$/.test(digits) ? digits : undefined;
}

/**
 * Whether two phone numbers in their comparable form are the same. A number without its country or area code equals a
 * longer one that ends in it; an extension that only one side has is ignored.
 */
export function comparePhones(one: string, other: string): SlotComparison {
  const [first, firstExtension] = one.split(";ext=");
  const [second, secondExtension] = other.split(";ext=");
  if (firstExtension && secondExtension && firstExtension !== secondExtension) return "different";
  // Nobody gave the area code that the other side has.
  const isInvented = /^[2-9]\d{6}$/.test(first ?? "") && second?.startsWith("+") && second.endsWith(first ?? "");
  if (isInvented) return "open";
  return sameNumber(first ?? "", second ?? "") ? "same" : "different";
}

function sameNumber(one: string, other: string): boolean {
  if (one === other) return true;
  return (isPart(one) && endsIn(other, one)) || (isPart(other) && endsIn(one, other));
}

/** Whether something before it was left open. */
function isPart(number: string): boolean {
  return !number.startsWith("+");
}

function endsIn(number: string, part: string): boolean {
  return number.endsWith(part.replace(/^ending /, "").replace(/^0(?=\d{8})/, ""));
}
