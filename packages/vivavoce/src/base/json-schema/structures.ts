import { canonicalJson } from "../canonical-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { patternProblem } from "../pattern.ts";
import { safeLine } from "../safe-text.ts";
import { showJson } from "../show-value.ts";
import {
  called,
  firstProblem,
  fitsPattern,
  type Keyword,
  type KeywordContext,
  listOf,
  noTest,
  type SchemaTest,
} from "./keyword.ts";

/** Keywords that look into objects and lists, and those that combine schemas. */
export const structureKeywords: Record<string, Keyword> = {
  required: (argument, context) => demand(namesOf(argument, context)),
  properties: (argument, context) => {
    const tests = Object.entries(objectOf(argument, context)).map(
      ([name, part]) => [name, context.compile(part)] as const,
    );
    return ifObject((value, path) =>
      firstProblem(tests, ([name, test]) =>
        Object.hasOwn(value, name) ? test(value[name] ?? null, fieldPath(path, name)) : undefined,
      ),
    );
  },
  patternProperties: (argument, context) => {
    const tests = Object.entries(objectOf(argument, context)).map(([pattern, part]) => {
      const problem = patternProblem(pattern);
      if (problem !== undefined) throw context.refused(`/${pattern}/ is not a regular expression: ${problem}`);
      return [pattern, context.compile(part)] as const;
    });
    return eachField((name, field, at) =>
      firstProblem(tests, ([pattern, test]) => (fitsPattern(pattern, name, at) ? test(field, at) : undefined)),
    );
  },
  additionalProperties: (argument, { compile, siblings }) => {
    const test = compile(argument);
    const named = Object.keys(isJsonObject(siblings.properties) ? siblings.properties : {});
    const patterns = Object.keys(isJsonObject(siblings.patternProperties) ? siblings.patternProperties : {});
    const isKnown = (name: string, at: string) =>
      named.includes(name) || patterns.some((pattern) => fitsPattern(pattern, name, at));
    return eachField((name, field, at) => (isKnown(name, at) ? undefined : test(field, at)));
  },
  propertyNames: (argument, { compile }) => {
    const test = compile(argument);
    return eachField((name, _field, at) => test(name, `the name of ${at}`));
  },
  dependentRequired: (argument, context) => dependent(argument, context, (names) => demand(namesOf(names, context))),
  dependentSchemas: (argument, context) => dependent(argument, context, context.compile),
  dependencies: (argument, context) =>
    dependent(argument, context, (part) =>
      Array.isArray(part) ? demand(namesOf(part, context)) : context.compile(part),
    ),

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

  allOf: (argument, context) => {
    const tests = listOf(argument, context).map(context.compile);
    return (value, path) => firstProblem(tests, (test) => test(value, path));
  },
  anyOf: countedOf("anyOf", Infinity),
  oneOf: countedOf("oneOf", 1),
  not: (argument, { compile }) => {
    const test = compile(argument);
    return (value, path) =>
      test(value, path) === undefined ? `${called(path)} is ${showJson(value)}, which not excludes` : undefined;
  },
  if: (argument, { compile, siblings }) => {
    const test = compile(argument);
    const [met, otherwise] = [siblings.then, siblings.else].map((part) =>
      part === undefined ? noTest : compile(part),
    );
    return (value, path) => (test(value, path) === undefined ? met : otherwise)?.(value, path);
  },
};

function objectOf(argument: unknown, { refused }: KeywordContext): JsonObject {
  if (!isJsonObject(argument)) throw refused("an object is needed");
  return argument;
}

function namesOf(argument: unknown, context: KeywordContext): string[] {
  const names = listOf(argument, context);
  if (!names.every((name) => typeof name === "string")) throw context.refused("a list of names is needed");
  return names;
}

/** The path of a field; a field of the whole value is called by its name alone. */
function fieldPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function itemPath(path: string, index: number): string {
  return `${path || "$"}[${index}]`;
}

function ifObject(test: (value: JsonObject, path: string) => string | undefined): SchemaTest {
  return (value, path) => (isJsonObject(value) ? test(value, path) : undefined);
}

function eachField(test: (name: string, field: JsonValue, at: string) => string | undefined): SchemaTest {
  return ifObject((value, path) =>
    firstProblem(Object.entries(value), ([name, field]) => test(name, field, fieldPath(path, name))),
  );
}

function demand(names: readonly string[]): SchemaTest {
  return ifObject((value, path) => {
    const missing = names.filter((name) => !Object.hasOwn(value, name)).map((name) => fieldPath(path, name));
    if (missing.length === 0) return undefined;
    return missing.length === 1 ? `${missing[0]} is missing` : `${missing.join(" and ")} are missing`;
  });
}

/** What else must hold if a field is present. */
function dependent(argument: unknown, context: KeywordContext, testOf: (part: unknown) => SchemaTest): SchemaTest {
  const tests = Object.entries(objectOf(argument, context)).map(([name, part]) => [name, testOf(part)] as const);
  return ifObject((value, path) =>
    firstProblem(tests, ([name, test]) => (Object.hasOwn(value, name) ? test(value, path) : undefined)),
  );
}

/** At least one of the schemas must fit, and at most so many. */
function countedOf(keyword: string, most: number): Keyword {
  return (argument, context) => {
    const tests = listOf(argument, context).map(context.compile);
    return (value, path) => {
      const problems = tests.map((test) => test(value, path));
      const met = problems.filter((problem) => problem === undefined).length;
      if (met > 0 && met <= most) return undefined;
      const given = `${called(path)} is ${showJson(value)}`;
      if (met > 0) return `${given}, which fits ${met} of ${keyword} instead of one`;
      // A union inside a union would repeat the message at every level.
      const first = safeLine(problems.slice(0, 3).join("; or "), 300);
      return `${given}, which fits none of ${keyword}: ${first}${problems.length > 3 ? "; …" : ""}`;
    };
  };
}

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
