import type { Case } from "../case.ts";
import { matcherSchema } from "../matcher.ts";
import type { Path } from "../read/placed-tree.ts";
import { expectedValues } from "./check-matchers.ts";
import type { CaseFinding } from "./finding.ts";
import { pathInWords } from "./words.ts";

/**
 * Integers to be equal to that JavaScript cannot hold exactly. It rounds them where they are read, in the case and in the
 * agent's arguments, so other ids would be equal to them.
 */
export function checkNumbers(subject: Case): CaseFinding[] {
  const found = expectedValues(subject).flatMap(({ value, path }) => largeIntegers(value, path));
  // A value inside of an effect is listed with the effect and by itself.
  return [...new Map(found.map((finding) => [finding.path.join("/"), finding])).values()];
}

function largeIntegers(value: unknown, path: Path): CaseFinding[] {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return [
      {
        level: "problem",
        message: `the integer in ${pathInWords(path)} is too large to be held exactly: it is rounded (here to ${BigInt(value)}), and others would be equal to it`,
        remedy: `write it as a text if the tool takes a text; otherwise { "range": [${value}, ${value}] } accepts all that round to it`,
        path,
        hint: { kind: "value", value },
      },
    ];
  }
  if (typeof value !== "object" || value === null || isInexact(value)) return [];
  const fields = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return fields.flatMap(([key, field]: [string | number, unknown]) => largeIntegers(field, [...path, key]));
}

/** A matcher whose numbers are limits. */
function isInexact(value: object): boolean {
  return ("range" in value || "schema" in value) && matcherSchema.safeParse(value).success;
}
