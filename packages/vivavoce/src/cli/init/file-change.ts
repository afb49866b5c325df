import { isJsonObject } from "../../base/index.ts";
import { withoutMark } from "./project-facts.ts";

/** What `viva init` does with one file. */
export interface FileChange {
  /** Relative to the project, with slashes. */
  path: string;
  does: "write" | "replace" | "add" | "keep";
  /** A kept file that says something else than the planned one. */
  isForeign?: true;
  /** What it holds afterwards; undefined where it is kept. */
  text?: string;
  /** A remark for the user. */
  detail: string;
}

/** A whole file. It replaces an existing one only with `force`. */
export function wholeFile(
  path: string,
  existing: string | undefined,
  { text, note, force }: { text: string; note: string; force: boolean },
): FileChange {
  if (existing === undefined) return { path, does: "write", text, detail: note };
  if (existing === text) return { path, does: "keep", detail: "it is there already" };
  if (force) return { path, does: "replace", text, detail: note };
  return { path, does: "keep", isForeign: true, detail: "it is there already; --force replaces it" };
}

/** Lines that are added if they are missing. */
export function withLines(path: string, existing: string | undefined, lines: readonly string[]): FileChange {
  const before = existing ?? "";
  const present = new Set(before.split(/\r?\n/).map(meaning));
  const missing = lines.filter((line) => !present.has(meaning(line)));
  if (missing.length === 0) return { path, does: "keep", detail: "it is there already" };
  const newline = newlineOf(before);
  const start = before === "" || before.endsWith("\n") ? before : `${before}${newline}`;
  const text = `${start}${missing.join(newline)}${newline}`;
  return { path, does: existing === undefined ? "write" : "add", text, detail: missing.join(", ") };
}

/** "/.viva", ".viva/" and ".viva/*" ignore the same. A variable counts as present, whatever its value. */
function meaning(line: string): string {
  return line
    .trim()
    .replace(/^\//, "")
    .replace(/\/\*{0,2}$/, "")
    .replace(/^#?\s*([A-Z_]+)=.*$/, "$1=");
}

/** A package.json with a script in it. `fresh`: the fields of a new one. */
export function withScript(
  path: string,
  existing: string | undefined,
  { name, command, fresh }: { name: string; command: string; fresh: object },
): FileChange {
  const detail = `the script "${name}"`;
  if (existing === undefined) {
    return { path, does: "write", text: jsonText({ ...fresh, scripts: { [name]: command } }), detail };
  }
  const manifest: unknown = JSON.parse(withoutMark(existing));
  if (!isJsonObject(manifest)) throw new Error(`${path} was a JSON object a moment ago`);
  const scripts = isJsonObject(manifest.scripts) ? manifest.scripts : {};
  if (Object.hasOwn(scripts, name)) {
    const same = scripts[name] === command ? `it has ${detail} already` : `its own script "${name}" stays`;
    return { path, does: "keep", detail: same };
  }
  const text = jsonText({ ...manifest, scripts: { ...scripts, [name]: command } }, existing);
  return { path, does: "add", text, detail };
}

/** JSON with the indentation, line ends and final newline of the text that it replaces. */
function jsonText(value: object, before = "{\n  }\n"): string {
  const indentation = /^[ \t]+(?=["}])/m.exec(before)?.[0] ?? "";
  const newline = newlineOf(before);
  const text = JSON.stringify(value, null, indentation).replaceAll("\n", newline);
  return `${before.startsWith("\uFEFF") ? "\uFEFF" : ""}${text}${/\n$/.test(before) ? newline : ""}`;
}

function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
