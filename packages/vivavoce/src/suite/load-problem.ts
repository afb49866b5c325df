import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type InputError, messageOf, type Place, type Problem, VivaError } from "../base/index.ts";

/** What went wrong while a user's file was loaded, with the place in the user's own code. */
export function loadProblem(error: unknown, file: string): Problem | Problem[] {
  if (VivaError.isInstance(error) && "problems" in error) {
    return (error as InputError).problems.map((problem) => ({ ...problem, place: problem.place ?? { file } }));
  }
  const missing = missingModule(error);
  if (missing) return { ...missing, place: placeOf(error, file) ?? importPlace(missing.module, file) };
  const message = `${file === placeFile(error, file) ? "" : `while loading ${file}: `}${firstLine(error)}`;
  return { message, place: placeOf(error, file) ?? { file } };
}

function missingModule(error: unknown): (Problem & { module: string }) | undefined {
  const name = /Cannot find (?:module|package) ['"]([^'"]+)['"]/.exec(messageOf(error))?.[1];
  if (name === undefined) return undefined;
  const local = name.startsWith(".") || name.startsWith("/");
  const remedy = local
    ? "Check the path."
    : `Install ${name}, or, if it only runs inside another program, replace it with \`alias: { "${name}": "./stand-in.ts" }\` in viva.config.ts.`;
  return { module: name, message: `cannot find ${name}`, remedy };
}

function firstLine(error: unknown): string {
  // A parser puts its position behind the message; the place says it already.
  return messageOf(error)
    .split("\n", 1)[0]!
    .replace(/^.*?: (?=\S)/, (prefix) => (/[/\\]/.test(prefix) ? "" : prefix))
    .replace(/ \(\d+:\d+\)$/, "");
}

function placeFile(error: unknown, file: string): string {
  return placeOf(error, file)?.file ?? file;
}

/** The first frame in code that is neither Node's nor a package's, or the position a parser gave. */
function placeOf(error: unknown, file: string): Place | undefined {
  if (!(error instanceof Error)) return undefined;
  const parsed = /\((\d+):(\d+)\)/.exec(error.message);
  if (
    parsed &&
    /syntax|unexpected|parse/i.test(`${error.name} ${error.message} ${String((error as { code?: unknown }).code)}`)
  ) {
    const named = /(?:^|\s)((?:\/|[A-Za-z]:\\)[^\s:]+\.[cm]?[jt]sx?)/.exec(error.message)?.[1];
    return { file: named ?? file, line: Number(parsed[1]), column: Number(parsed[2]) + 1 };
  }
  for (const frame of (error.stack ?? "").split("\n").slice(1)) {
    const match = /\(?((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^()]*?):(\d+):(\d+)\)?$/.exec(
      frame.trim().replace(/^at /, ""),
    );
    if (!match?.[1] || /node_modules|node:|[\\/]dist[\\/]/.test(match[1])) continue;
    const path = match[1].startsWith("file://")
      ? fileURLToPath(match[1])
      : match[1].replace(/^.*?(?=\/|[A-Za-z]:\\)/, "");
    return { file: path, line: Number(match[2]), column: Number(match[3]) };
  }
  return undefined;
}

/** Where a file imports a module by this name. */
function importPlace(name: string, file: string): Place {
  const source = readText(file);
  const index = source.indexOf(name);
  if (index < 0) return { file };
  const before = source.slice(0, index).split("\n");
  return { file, line: before.length, column: before.at(-1)!.length + 1 };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
