import { isJsonObject, nearest } from "../../base/index.ts";
import {
  type Case,
  type ExpectedEffect,
  effectSchema,
  pathInWords,
  suggestion,
  valueInWords,
} from "../../shape/index.ts";
import type { CaseFinding } from "../read/placed-tree.ts";

const fieldsOfKind: ReadonlyMap<string, readonly string[]> = new Map(
  effectSchema.options.map(({ shape }) => [shape.kind.value, Object.keys(shape)]),
);

/** Expected effects that no change can meet, because their kind or one of their fields does not exist. */
export function checkEffects({ expect }: Case): CaseFinding[] {
  return (expect.world?.effects ?? []).flatMap((effect, index) => {
    const path = ["expect", "world", "effects", index] as const;
    const unknown = kindsOf(effect).filter((kind) => !fieldsOfKind.has(kind));
    return unknown.length > 0
      ? unknown.map((kind) => unknownKind(kind, [...path, "kind"]))
      : [...unknownFields(effect, path), ...anyValue(effect, path)];
  });
}

/** The kinds that an expected effect names; none if it uses a pattern. */
function kindsOf({ kind }: ExpectedEffect): string[] {
  const named = isJsonObject(kind) ? ("oneOf" in kind ? kind.oneOf : "equals" in kind ? kind.equals : []) : kind;
  return [named].flat().filter((one) => typeof one === "string");
}

function unknownKind(kind: string, path: CaseFinding["path"]): CaseFinding {
  const known = [...fieldsOfKind.keys()];
  return {
    level: "problem",
    message: `unknown kind of effect ${valueInWords(kind)}`,
    remedy: suggestion(nearest(kind, known), known, "kinds"),
    path,
    hint: { kind: "value", value: kind },
  };
}

function unknownFields(effect: ExpectedEffect, path: CaseFinding["path"]): CaseFinding[] {
  const kinds = kindsOf(effect);
  const meant = kinds.length > 0 ? kinds : [...fieldsOfKind.keys()];
  const known = [...new Set(meant.flatMap((kind) => fieldsOfKind.get(kind) ?? []))];
  const given = Object.keys(effect);
  const open = known.filter((field) => !given.includes(field));
  return given
    .filter((field) => !known.includes(field))
    .map((field) => ({
      level: "problem",
      message: `unknown field ${valueInWords(field)} in ${pathInWords(path)}`,
      remedy: suggestion(nearest(field, open), open, "other fields known here"),
      path: [...path, field],
      hint: { kind: "field", name: field },
    }));
}

/** A change to anything at all would meet such an effect, which is easily overlooked. */
function anyValue(effect: ExpectedEffect, path: CaseFinding["path"]): CaseFinding[] {
  const kinds = kindsOf(effect).filter((kind) => kind !== "file.deleted");
  const told = ["to", "content", "inserted"].filter((field) =>
    kinds.some((kind) => fieldsOfKind.get(kind)?.includes(field)),
  );
  const [field] = told;
  if (field === undefined || told.some((one) => effect[one] !== undefined)) return [];
  const place = ["note", "file", "pointer"].map((one) => effect[one]).find((one) => typeof one === "string");
  return [
    {
      level: "warning",
      message: `the expected ${kinds.join(" or ")}${place === undefined ? "" : ` of ${place}`} has no ${field}: any value would pass`,
      remedy: `say what it should be: ${field}: …, or ${field}: { any: true } if any value will do`,
      path,
      hint: { kind: "value", value: kinds[0] ?? "" },
    },
  ];
}
