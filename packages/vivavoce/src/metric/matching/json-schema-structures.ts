import { canonicalJson, isJsonObject } from "../../base/index.ts";
import { firstProblem, type Keyword, listOf } from "./json-schema-keyword.ts";
import { showValue } from "./show-value.ts";

/** Keywords that look into objects and lists, and those that combine schemas. */
export const structureKeywords: Record<string, Keyword> = {
  required: (argument, context) => {
    const names = listOf(argument, context).map(String);
    return (value, path) => {
      const missing = isJsonObject(value) ? names.filter((name) => !Object.hasOwn(value, name)) : [];
      return missing.length === 0 ? undefined : `${path} lacks ${missing.join(", ")}`;
    };
  },
  properties: (argument, { compile, refused }) => {
    if (!isJsonObject(argument)) throw refused("an object is needed");
    const tests = Object.entries(argument).map(([name, part]) => [name, compile(part)] as const);
    return (value, path) => {
      if (!isJsonObject(value)) return undefined;
      return firstProblem(tests, ([name, test]) =>
        Object.hasOwn(value, name) ? test(value[name] ?? null, `${path}.${name}`) : undefined,
      );
    };
  },
  additionalProperties: (argument, { compile, siblings }) => {
    const test = compile(argument);
    const named = new Set(Object.keys(isJsonObject(siblings.properties) ? siblings.properties : {}));
    return (value, path) => {
      const others = isJsonObject(value) ? Object.entries(value).filter(([name]) => !named.has(name)) : [];
      return firstProblem(others, ([name, field]) => test(field, `${path}.${name}`));
    };
  },
  items: (argument, { compile, siblings }) => {
    const test = compile(argument);
    const skipped = Array.isArray(siblings.prefixItems) ? siblings.prefixItems.length : 0;
    return (value, path) =>
      Array.isArray(value)
        ? firstProblem([...value.entries()].slice(skipped), ([index, item]) => test(item, `${path}[${index}]`))
        : undefined;
  },
  prefixItems: (argument, context) => {
    const tests = listOf(argument, context).map(context.compile);
    return (value, path) =>
      Array.isArray(value)
        ? firstProblem([...tests.entries()].slice(0, value.length), ([index, test]) =>
            test(value[index] ?? null, `${path}[${index}]`),
          )
        : undefined;
  },
  uniqueItems: (argument) => (value, path) => {
    if (argument !== true || !Array.isArray(value)) return undefined;
    return new Set(value.map(canonicalJson)).size === value.length ? undefined : `${path} holds an item twice`;
  },

  allOf: (argument, context) => {
    const tests = listOf(argument, context).map(context.compile);
    return (value, path) => firstProblem(tests, (test) => test(value, path));
  },
  anyOf: (argument, context) => {
    const tests = listOf(argument, context).map(context.compile);
    return (value, path) =>
      tests.some((test) => test(value, path) === undefined)
        ? undefined
        : `${path} is ${showValue(value)}, none of anyOf`;
  },
  oneOf: (argument, context) => {
    const tests = listOf(argument, context).map(context.compile);
    return (value, path) => {
      const met = tests.filter((test) => test(value, path) === undefined).length;
      return met === 1 ? undefined : `${path} is ${showValue(value)}, which meets ${met} of oneOf instead of one`;
    };
  },
  not: (argument, { compile }) => {
    const test = compile(argument);
    return (value, path) =>
      test(value, path) === undefined ? `${path} is ${showValue(value)}, which not excludes` : undefined;
  },
};
