import { isJsonObject, nearest } from "../../base/index.ts";
import { type Case, matcherSchema, pathInWords, valueInWords } from "../../shape/index.ts";
import type { Path } from "../read/placed-tree.ts";
import type { CaseFinding } from "./finding.ts";

const words = [...new Set(matcherSchema.options.flatMap((option) => Object.keys(option.shape)))];

/** Plain objects that were probably meant as matchers: every field is a matcher's or nearly so. */
export function checkMatchers(subject: Case): CaseFinding[] {
  return expectedValues(subject).flatMap(({ value, path }) => {
    if (!isJsonObject(value)) return [];
    const fields = Object.keys(value);
    const slips = fields.filter((field) => !words.includes(field));
    const meant = slips.map((field) => nearest(field, words));
    if (slips.length === 0 || meant.includes(undefined)) return [];
    return slips.map(
      (field, index): CaseFinding => ({
        level: "warning",
        message: `${valueInWords(field)} in ${pathInWords(path)} is not a matcher, so the value must equal this object`,
        remedy: `did you mean "${meant[index]}"? an object to be equal to is { "equals": … }`,
        path: [...path, field],
        hint: { kind: "field", name: field },
      }),
    );
  });
}

/** Every place of a case where a matcher may stand. */
export function expectedValues({ expect }: Case): { value: unknown; path: Path }[] {
  const inFields = (fields: object | undefined, path: Path) =>
    Object.entries(fields ?? {}).map(([name, value]: [string, unknown]) => ({ value, path: [...path, name] }));
  const inCalls = (list: "tools" | "calls") =>
    (expect[list] ?? []).flatMap((entry, index) => inFields(entry.arguments, ["expect", list, index, "arguments"]));
  const inEffects = (expect.world?.effects ?? []).flatMap((effect, index) =>
    inFields(effect, ["expect", "world", "effects", index]).flatMap(atAnyDepth),
  );
  const inEnd =
    expect.end?.reason === undefined ? [] : [{ value: expect.end.reason, path: ["expect", "end", "reason"] }];
  return [...inCalls("tools"), ...inCalls("calls"), ...inEffects, ...inEnd];
}

/** In an effect, a value may contain matchers. */
function atAnyDepth({ value, path }: { value: unknown; path: Path }): { value: unknown; path: Path }[] {
  if (typeof value !== "object" || value === null || matcherSchema.safeParse(value).success) return [{ value, path }];
  const fields = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const within = fields.flatMap(([key, field]: [string | number, unknown]) =>
    atAnyDepth({ value: field, path: [...path, key] }),
  );
  return [{ value, path }, ...within];
}
