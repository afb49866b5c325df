import { InputError, isJsonObject, type JsonSchema, type JsonValue } from "../../base/index.ts";
import { firstProblem, type SchemaTest } from "./json-schema-keyword.ts";
import { structureKeywords } from "./json-schema-structures.ts";
import { valueKeywords } from "./json-schema-values.ts";

const keywords = { ...valueKeywords, ...structureKeywords };

/** Keywords that describe and test nothing. */
const annotations = new Set(
  "$schema $id $comment $defs definitions title description default examples deprecated readOnly writeOnly format".split(
    " ",
  ),
);

/**
 * Turns a JSON Schema into a test. The keywords in common use are known (types, enums, objects, lists, strings,
 * numbers, combinations, local references); `format` is an annotation; any other keyword is refused, never ignored.
 *
 * @example compileSchema({ type: "integer", minimum: 1 })(0); // "$ is 0, less than 1"
 */
export function compileSchema(schema: JsonSchema): (value: JsonValue) => string | undefined {
  const references = new Map<string, SchemaTest>();
  const compile = (part: unknown): SchemaTest => {
    if (part === true) return () => undefined;
    if (part === false) return (_, path) => `${path} should not be there`;
    if (!isJsonObject(part)) throw refused(`${JSON.stringify(part)} is no schema`);
    const tests = Object.entries(part).flatMap(([keyword, argument]) => {
      if (keyword === "$ref") return [refer(argument)];
      if (annotations.has(keyword)) return [];
      const known = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
      if (!known) throw refused(`the keyword ${keyword} is not supported`);
      return [known(argument, { siblings: part, compile, refused: (why) => refused(`${keyword}: ${why}`) })];
    });
    return (value, path) => firstProblem(tests, (test) => test(value, path));
  };
  const refer = (pointer: unknown): SchemaTest => {
    if (typeof pointer !== "string") throw refused("$ref: a text is needed");
    const target = resolve(schema, pointer);
    if (!references.has(pointer)) {
      // Set before its target is compiled: a schema may refer to itself.
      references.set(pointer, () => undefined);
      references.set(pointer, compile(target));
    }
    return (value, path) => references.get(pointer)?.(value, path);
  };
  const test = compile(schema);
  return (value) => test(value, "$");
}

function resolve(root: unknown, pointer: string): unknown {
  if (pointer !== "#" && !pointer.startsWith("#/")) throw refused(`$ref ${pointer} points outside the schema`);
  const steps = pointer
    .slice(2)
    .split("/")
    .filter((step) => step !== "");
  let target = root;
  for (const step of steps) {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    target = isJsonObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  if (target === undefined) throw refused(`$ref ${pointer} points to nothing`);
  return target;
}

function refused(why: string): InputError {
  return new InputError({
    message: `JSON Schema: ${why}`,
    remedy: "Write it otherwise, or give a zod schema in code.",
  });
}
