import { editDistance } from "../../../text/tokens.ts";
import { readWhole } from "../address/address.ts";
import type { Address } from "../address/read-address.ts";
import { placesInHouse, shortDirections, streetTypes } from "../address/street-words.ts";
import { soundOf } from "../name/may-be-same.ts";
import type { AddressPart } from "./address-parts.ts";
import type { Standing } from "./roles.ts";

/** An address that the caller gives, as far as it was said. */
export interface AddressEntry {
  address: Partial<Address>;
  role: Standing;
  isPut: boolean;
  isSpelled?: boolean;
  /** The caller says that there is no unit. */
  hasNoUnit?: boolean;
}

/** Takes a part into the address that it belongs to. False if nobody can tell what it changes. */
export function take(
  entries: AddressEntry[],
  part: AddressPart,
  { isAnswer, told }: { isAnswer: boolean; told: string | undefined },
): boolean {
  const { sort, role, isPut, address } = part;
  const last = entries.at(-1);
  const isOut = role === "out";
  const change = (more: Partial<Address>, also: Partial<AddressEntry> = {}) => {
    if (last) entries[entries.length - 1] = { ...last, ...also, address: { ...last.address, ...more } };
    else entries.push({ address: more, role: isOut ? "own" : role, isPut: false, ...also });
    return true;
  };
  if (sort === "whole") {
    const isRest = last && (last.address.street === undefined || last.address.number === undefined);
    if (isRest && !isOut) return change(address);
    entries.push({ address, role, isPut: isPut && last !== undefined && !isOut });
    return true;
  }
  const offered = told === undefined ? undefined : readWhole(told);
  if (!last && offered && (isPut || sort === "unit")) entries.push({ address: offered, role: "own", isPut: false });
  const base = entries.at(-1)?.address;
  const settle = (more: Partial<Address>) => {
    const one = entries.at(-1);
    if (!one) return change(more);
    entries[entries.length - 1] = { ...one, address: { ...one.address, ...more } };
    return true;
  };
  switch (sort) {
    case "unit": {
      if (address.unit === "") {
        const one = entries.at(-1);
        if (one) entries[entries.length - 1] = { ...one, hasNoUnit: true };
        return true;
      }
      if (isOut || role === "other") return base?.unit !== address.unit;
      if (base?.unit === undefined || isPut) return settle({ unit: address.unit ?? "" });
      // "It's the upstairs, the downstairs is just 1419"
      if (base.unit !== address.unit && [base.unit, address.unit].every((one) => placesInHouse.has(one ?? "")))
        return false;
      return base.unit === address.unit ? true : settle({ unit: [base.unit, address.unit].toSorted().join(" #") });
    }
    case "number": {
      const { number = "" } = address;
      if (isOut) return base?.number !== number;
      if (base?.number === undefined) return settle({ number });
      // "It's eleven", "oh five"
      if (base.street === undefined && !isPut)
        return (
          number === base.number ||
          // "Five. Five oh two one": a beginning, or the same number begun again.
          (!number.startsWith(base.number) && settle({ number: base.number + number }))
        );
      if (
        base.number === number ||
        base.number.endsWith(number) ||
        base.number.startsWith(number) ||
        base.street?.some((word) => word.startsWith(number))
      )
        return true;
      return isPut && number.length > 1 ? settle({ number }) : role === "other" || !isAnswer;
    }
    case "street":
    case "direction":
    case "type":
      return takeStreet(part, base, isAnswer, settle);
    case "letters":
      return takeLetters(entries, part);
    case "town":
      return !isOut && (base?.city === undefined || base.city.includes(address.city ?? ""))
        ? base?.city !== undefined || settle({ city: address.city ?? "" })
        : base?.city === undefined || !base.city.includes(address.city ?? "");
    default:
      return true;
  }
}

function takeStreet(
  { sort, role, isPut, address }: AddressPart,
  base: Partial<Address> | undefined,
  isAnswer: boolean,
  settle: (more: Partial<Address>) => boolean,
): boolean {
  const { street = [] } = address;
  const known = base?.street;
  const isOut = role === "out";
  if (known === undefined) return isOut ? true : sort === "street" ? settle({ street }) : true;
  if (sort === "street") {
    const same = street.every((word) => known.includes(word));
    if (isOut) return !same;
    if (same) return true;
    // "Walnut Circle, not Street"
    if (street.some((word) => known.includes(word) && word.length > 2 && !streetTypes.has(word)))
      return settle({ street });
    if (!isPut && !isAnswer) return role === "other" || role === "theirs";
    const type = known.at(-1) ?? "";
    const keeps = !streetTypes.has(street.at(-1) ?? "") && streetTypes.has(type);
    const heads = !shortDirections.has(street[0] ?? "") && shortDirections.has(known[0] ?? "");
    return isPut && settle({ street: [...(heads ? known.slice(0, 1) : []), ...street, ...(keeps ? [type] : [])] });
  }
  const [word = ""] = street;
  if (known.includes(word)) return !isOut;
  if (isOut || role === "other" || role === "theirs") return true;
  if (sort === "direction") {
    if (!isPut && !isAnswer) return false;
    return settle({ street: [word, ...(shortDirections.has(known[0] ?? "") ? known.slice(1) : known)] });
  }
  return streetTypes.has(known.at(-1) ?? "")
    ? isPut && settle({ street: [...known.slice(0, -1), word] })
    : settle({ street: [...known, word] });
}

/** Letters that spell a word of the street. */
function takeLetters(entries: AddressEntry[], { letters = "", role }: AddressPart): boolean {
  const last = entries.at(-1);
  if (role === "out" || !last) return role === "out";
  const { street = [], city } = last.address;
  const near = street
    .map((word, at) => ({ at, off: editDistance(word, letters), sounds: soundOf(word) === soundOf(letters) }))
    .filter(({ off, sounds }) => sounds || off <= letters.length / 2)
    .toSorted((one, other) => one.off - other.off);
  const [best] = near;
  if (!best)
    return (
      city?.replaceAll(" ", "") === letters ||
      street.join("") === letters ||
      /^(?:ac|hvac|tv|pm|am|ok|po)$/.test(letters)
    );
  entries[entries.length - 1] = {
    ...last,
    isSpelled: true,
    address: { ...last.address, street: street.with(best.at, letters) },
  };
  return true;
}
