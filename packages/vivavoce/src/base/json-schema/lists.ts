import { canonicalJson } from "../canonical-json.ts";
import type { JsonValue } from "../json.ts";
import {
  called,
  firstProblem,
  itemPath,
  type Keyword,
  type KeywordContext,
  listOf,
  type SchemaTest,
} from "./keyword.ts";

/** Keywords that look into lists. */
export const listKeywords: Record<string, Keyword> = {
  items: (argument, context) => {
    // Up to draft 7 this could be a list of schemas, one for each place.
    if (Array.isArray(argument)) return inTheirPlaces(argument, context);
    const { prefixItems } = context.siblings;
    return fromPlace(Array.isArray(prefixItems) ? prefixItems.length : 0, context.compile(argument));
  },
  additionalItems: (argument, { compile, siblings: { items } }) =>
    fromPlace(Array.isArray(items) ? items.length : Infinity, compile(argument)),
  prefixItems: (argument, context) => inTheirPlaces(listOf(argument, context), context),
  uniqueItems: (argument) => (value, path) => {
    if (argument !== true || !Array.isArray(value)) return undefined;
    return new Set(value.map(canonicalJson)).size === value.length ? undefined : `${called(path)} holds an item twice`;
  },
  contains: (argument, { compile, siblings, refused }) => {
    const test = compile(argument);
    const { minContains: least = 1, maxContains: most = Infinity } = siblings;
    if (typeof least !== "number" || typeof most !== "number") throw refused("minContains and maxContains are numbers");
    return (value, path) => {
      if (!Array.isArray(value)) return undefined;
      const met = value.filter((item, index) => test(item, itemPath(path, index)) === undefined).length;
      const wanted = met < least ? `at least ${least}` : met > most ? `at most ${most}` : undefined;
      return wanted && `${called(path)} holds ${met} items as contains wants them, ${wanted} wanted`;
    };
  },
};

function inTheirPlaces(schemas: readonly unknown[], { compile }: KeywordContext): SchemaTest {
  const tests = schemas.map(compile);
  return ifList((value, path) =>
    firstProblem([...tests.entries()].slice(0, value.length), ([index, test]) =>
      test(value[index] ?? null, itemPath(path, index)),
    ),
  );
}

function fromPlace(first: number, test: SchemaTest): SchemaTest {
  return ifList((value, path) =>
    firstProblem([...value.entries()].slice(first), ([index, item]) => test(item, itemPath(path, index))),
  );
}

function ifList(test: (value: JsonValue[], path: string) => string | undefined): SchemaTest {
  return (value, path) => (Array.isArray(value) ? test(value, path) : undefined);
}
