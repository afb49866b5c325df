import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { patternProblem } from "../pattern.ts";
import { safeLine } from "../safe-text.ts";
import { showJson } from "../show-value.ts";
import {
  called,
  fieldPath,
  firstProblem,
  fitsPattern,
  type Keyword,
  type KeywordContext,
  listOf,
  namesOf,
  noTest,
  type SchemaTest,
} from "./keyword.ts";

/** Keywords that look into objects, and those that combine schemas. */
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
    return ifObject((value, path) =>
      firstProblem(Object.entries(value), ([name, field]) =>
        firstProblem(tests, ([pattern, test]) =>
          fitsPattern(pattern, name, fieldPath(path, name)) ? test(field, fieldPath(path, name)) : undefined,
        ),
      ),
    );
  },
  additionalProperties: (argument, { compile, siblings }) => {
    const test = compile(argument);
    const named = Object.keys(isJsonObject(siblings.properties) ? siblings.properties : {});
    const patterns = Object.keys(isJsonObject(siblings.patternProperties) ? siblings.patternProperties : {});
    const isOther = (name: string, path: string) =>
      !named.includes(name) && !patterns.some((pattern) => fitsPattern(pattern, name, fieldPath(path, name)));
    return ifObject((value, path) =>
      firstProblem(Object.entries(value), ([name, field]) =>
        isOther(name, path) ? test(field, fieldPath(path, name)) : undefined,
      ),
    );
  },
  propertyNames: (argument, { compile }) => {
    const test = compile(argument);
    return ifObject((value, path) =>
      firstProblem(Object.keys(value), (name) => test(name, `the name of ${fieldPath(path, name)}`)),
    );
  },
  dependentRequired: (argument, context) => dependent(argument, context, (names) => demand(namesOf(names, context))),
  dependentSchemas: (argument, context) => dependent(argument, context, context.compile),
  dependencies: (argument, context) =>
    dependent(argument, context, (part) =>
      Array.isArray(part) ? demand(namesOf(part, context)) : context.compile(part),
    ),

  allOf: (argument, context) => {
    const tests = listOf(argument, context).map(context.compile);
    return (value, path) => firstProblem(tests, (test) => test(value, path));
  },
  anyOf: (argument, context) => {
    const tests = listOf(argument, context).map(context.compile);
    return (value, path) => {
      const problems = tests.map((test) => test(value, path));
      return problems.includes(undefined) ? undefined : noneOf("anyOf", value, path, problems);
    };
  },
  oneOf: (argument, context) => {
    const tests = listOf(argument, context).map(context.compile);
    return (value, path) => {
      const problems = tests.map((test) => test(value, path));
      const met = problems.filter((problem) => problem === undefined).length;
      if (met === 0) return noneOf("oneOf", value, path, problems);
      return met === 1 ? undefined : `${called(path)} is ${showJson(value)}, which fits ${met} of oneOf instead of one`;
    };
  },
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

function ifObject(test: (value: JsonObject, path: string) => string | undefined): SchemaTest {
  return (value, path) => (isJsonObject(value) ? test(value, path) : undefined);
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

function noneOf(keyword: string, value: JsonValue, path: string, problems: readonly (string | undefined)[]): string {
  // A union inside a union would repeat the message at every level.
  const first = safeLine(problems.slice(0, 3).join("; or "), 300);
  return `${called(path)} is ${showJson(value)}, which fits none of ${keyword}: ${first}${problems.length > 3 ? "; …" : ""}`;
}
