import { compareAddresses, readWhole } from "./address.ts";
import { showAddress } from "./read-address.ts";
import { directions } from "./street-words.ts";

const shortDirections = new Set(directions.values());

/** Why two addresses that differ may still be one: only one of them names a direction. */
export function mayBeSameAddress(one: string, other: string): string | undefined {
  const [first, second] = [parted(one), parted(other)];
  if (!first || !second || (first.direction === "") === (second.direction === "")) return undefined;
  return compareAddresses(first.rest, second.rest) === "same"
    ? `only one of “${one}” and “${other}” has a direction`
    : undefined;
}

/** An address without its directions, and these. */
function parted(text: string): { rest: string; direction: string } | undefined {
  const address = readWhole(text);
  if (!address) return undefined;
  const street = address.street.filter((word) => !shortDirections.has(word));
  const direction = address.street.filter((word) => shortDirections.has(word)).join(" ");
  return { rest: showAddress({ ...address, street }), direction };
}
