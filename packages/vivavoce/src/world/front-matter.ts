import { isMap, isScalar, visit } from "yaml";
import { isJsonObject, type JsonObject, readYamlText } from "../base/index.ts";

/** A larger front matter is not written by a person, so it is read as text. */
const maxLength = 64 * 1024;
const maxDepth = 64;

/** A note's front matter, and where it ends. */
interface FrontMatter {
  data: JsonObject;
  /** How many lines it takes, its two rules included; 0 when there is none. */
  length: number;
}

const none: FrontMatter = { data: {}, length: 0 };

/**
 * The YAML between the `---` in the first line and the next one, as data. If it is not closed, not a mapping or broken, it
 * is read as ordinary text, so reading a note never fails.
 */
export function readFrontMatter(lines: readonly string[]): FrontMatter {
  if (lines[0] !== "---") return none;
  const end = lines.indexOf("---", 1);
  if (end === -1) return none;
  const data = parseMapping(lines.slice(1, end).join("\n"));
  return data === undefined ? none : { data, length: end + 1 };
}

function parseMapping(text: string): JsonObject | undefined {
  if (text.length > maxLength) return undefined;
  try {
    // We check for duplicate keys ourselves, because the library is slow on hostile input.
    const [document, second] = readYamlText(text, { uniqueKeys: false }).documents;
    if (!document) return {};
    if (second || document.errors.length > 0) return undefined;
    if (document.contents === null) return {};
    let repeatsKey = false;
    visit(document, {
      Map: (_, map) => {
        const keys = map.items.map(({ key }) => (isScalar(key) ? String(key.value) : ""));
        if (new Set(keys).size === keys.length) return undefined;
        repeatsKey = true;
        return visit.BREAK;
      },
      Scalar: (_, scalar) => {
        if (typeof scalar.value === "number" && !isExact(scalar.value, scalar.source)) scalar.value = scalar.source;
      },
    });
    if (repeatsKey || !(isMap(document.contents) || isEmpty(document.contents))) return undefined;
    const data: unknown = document.toJS() ?? {};
    return isJsonObject(data) && isWithinDepth(data, maxDepth) ? data : undefined;
  } catch {
    // Exploding aliases, or nesting deeper than the stack.
    return undefined;
  }
}

function isEmpty(contents: unknown): boolean {
  return isScalar(contents) && contents.value === null;
}

/**
 * Whether a number can be compared as a number. `.nan`, `.inf` and integers above 2^53 are kept as written, and so are
 * values that look like a phone number, a postcode or a code: `+49`, `01067`, `0x1f`, `1e3`.
 */
function isExact(value: number, source: string | undefined): boolean {
  if (source !== undefined && !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(source)) return false;
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((field) => isWithinDepth(field, levels - 1));
}
