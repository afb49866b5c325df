import { InputError } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue, valueAt } from "../json.ts";
import { nearest } from "../nearest.ts";
import { called, firstProblem, noTest, type SchemaTest, Undecided } from "./keyword.ts";
import { structureKeywords } from "./structures.ts";
import { valueKeywords } from "./values.ts";

const keywords = { ...valueKeywords, ...structureKeywords };

/** Keywords that test nothing, or that another keyword reads. */
const annotations = new Set(
  `$schema $id id $comment $defs definitions $anchor $vocabulary title description default example examples deprecated
  readOnly writeOnly format contentEncoding contentMediaType contentSchema nullable discriminator externalDocs xml
  then else minContains maxContains`.split(/\s+/),
);

/**
 * Turns a JSON Schema (draft 7 or 2020-12) into a test. `format` and keywords that begin with `x-` are annotations and
 * test nothing. An unknown keyword is refused, or reported to `unread`, and the rest of the schema tested without it.
 *
 * @example compileSchema({ type: "integer", minimum: 1 })(0); // "the value is 0, less than 1"
 */
export function compileSchema(
  schema: JsonSchema,
  { unread }: { unread?: (why: string) => void } = {},
): (value: JsonValue) => string | undefined {
  const references = new Map<string, SchemaTest>();
  const passOver = (why: string): SchemaTest => {
    if (!unread) throw refused(why);
    unread(why);
    return noTest;
  };
  const compile = (part: unknown): SchemaTest => {
    if (part === true) return noTest;
    if (part === false) return (_, path) => `${called(path)} should not be there`;
    if (!isJsonObject(part)) throw refused(`${JSON.stringify(part)} is not a schema`);
    const tests = Object.entries(part).flatMap(([keyword, argument]) => {
      if (keyword === "$ref") return [refer(argument)];
      if (annotations.has(keyword) || keyword.startsWith("x-")) return [];
      const known = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
      if (!known) return [passOver(notKnown(keyword))];
      const about = (why: string) => `${keyword}: ${why}`;
      return [
        known(argument, {
          siblings: part,
          compile,
          refused: (why) => refused(about(why)),
          unread: (why) => passOver(about(why)),
        }),
      ];
    });
    return (value, path) => firstProblem(tests, (test) => test(value, path));
  };
  const refer = (pointer: unknown): SchemaTest => {
    if (typeof pointer !== "string") throw refused("$ref: a text is needed");
    const target = resolve(schema, pointer);
    if (!references.has(pointer)) {
      // Set before its target is compiled: a schema may refer to itself.
      references.set(pointer, noTest);
      references.set(pointer, withoutCircle(compile(target), pointer));
    }
    return (value, path) => references.get(pointer)?.(value, path);
  };
  const test = compile(schema);
  return (value) => {
    try {
      return test(value, "");
    } catch (error) {
      // Not earlier, because inside "not" or "oneOf" it would count as a value that does not match.
      if (error instanceof Undecided) return error.message;
      throw error;
    }
  };
}

/** A reference that refers back to itself for the same value would never end. */
function withoutCircle(test: SchemaTest, pointer: string): SchemaTest {
  const open = new Set<string>();
  return (value, path) => {
    if (open.has(path)) return `${called(path)} cannot be tested: $ref ${pointer} refers to itself`;
    open.add(path);
    try {
      return test(value, path);
    } finally {
      open.delete(path);
    }
  };
}

function notKnown(keyword: string): string {
  const meant = nearest(keyword, Object.keys(keywords));
  return `the keyword ${keyword} is not supported${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}

function resolve(root: JsonSchema, pointer: string): unknown {
  if (pointer !== "#" && !pointer.startsWith("#/")) throw refused(`$ref ${pointer} points outside the schema`);
  const target = valueAt(root as JsonObject, decodeURIComponent(pointer.slice(1)).replace(/\/+$/, ""));
  if (target === undefined) throw refused(`$ref ${pointer} points to nothing`);
  return target;
}

function refused(why: string): InputError {
  return new InputError({
    message: `JSON Schema: ${why}`,
    remedy: "Write it in another way, or give a zod schema in code.",
  });
}
