import { type InputError, messageOf, type Place, type Problem, VivaError } from "../base/index.ts";
import { userFrame } from "./stack.ts";
import { importPlace, isUsersFile } from "./user-place.ts";

/** What went wrong while a user's file was loaded, with the place in the user's own code. */
export function loadProblem(error: unknown, file: string, ownNames: readonly string[] = []): Problem | Problem[] {
  const thrownAt = userFrame(error) ?? { file };
  if (VivaError.isInstance(error) && "problems" in error) {
    return (error as InputError).problems.map((problem) => ({ ...problem, place: problem.place ?? thrownAt }));
  }
  const { place, ...problem } = missingModule(error, file, ownNames) ??
    unreadable(error) ??
    missingKey(error) ?? {
      message: firstLine(error),
      remedy: "The file threw this while it was loaded: fix that line, or what it calls.",
    };
  const where = place ?? thrownAt;
  return {
    ...problem,
    message: where.file === file ? problem.message : `${problem.message} (while loading ${file})`,
    place: where,
  };
}

function missingModule(error: unknown, file: string, ownNames: readonly string[]): Problem | undefined {
  const name = /Cannot find (?:module|package) ['"]([^'"]+)['"]/.exec(messageOf(error))?.[1];
  if (name === undefined) return undefined;
  const importer = importerOf(error) ?? file;
  const ours = isUsersFile(importer);
  return {
    message: `cannot find ${name}${ours ? "" : `, which ${importer} needs`}`,
    place: ours ? importPlace(name, importer) : undefined,
    remedy: remedyFor(name, ownNames),
  };
}

/** SDKs of models ask for a key as soon as a client is made, long before it is needed. */
function missingKey(error: unknown): Problem | undefined {
  const message = firstLine(error);
  const variable = /\b[A-Z][A-Z0-9]*_API_KEY\b/.exec(message)?.[0];
  if (variable === undefined) return undefined;
  return {
    message,
    remedy: `Set ${variable} in the environment: a .env file is read by Viva, but not by your code. In a replay any value will do: ${variable}=none npx viva run --replay.`,
  };
}

/** The file whose import failed; Node words this in several ways. */
function importerOf(error: unknown): string | undefined {
  const { requireStack } = error as { requireStack?: unknown };
  const [nearest]: unknown[] = Array.isArray(requireStack) ? requireStack : [];
  if (typeof nearest === "string") return nearest;
  return / imported from ['"]?([^'"\n]+?)['"]?$/m.exec(messageOf(error))?.[1];
}

function remedyFor(name: string, ownNames: readonly string[]): string {
  if (name.startsWith(".") || name.startsWith("/")) return "Check the path.";
  const [own] = ownNames;
  if (own !== undefined && name.startsWith(`${own}/`)) return `There is ${ownNames.join(", ")}.`;
  const parts = name.split("/");
  const packageName = parts.slice(0, name.startsWith("@") ? 2 : 1).join("/");
  return `Install ${packageName}, or, if it only runs inside another program, replace it with \`alias: { "${name}": "./stand-in.ts" }\` in viva.config.ts.`;
}

/** A file that is not code, or not JSON: each parser says in its own way where. */
function unreadable(error: unknown): Problem | undefined {
  const message = messageOf(error);
  const code = /^ParseError: (?<what>.*?)\s*\n\s*(?<file>\S.*):(?<line>\d+):(?<column>\d+)\s*$/.exec(message)?.groups;
  // The column is counted from 0.
  const remedy = "Fix it there: the file can be read up to that place.";
  if (code) return { message: `syntax error: ${code.what}`, place: placeOf(code, 1), remedy };
  const json = /^(?<file>\S.*): (?<what>.*?) in JSON at position \d+ \(line (?<line>\d+) column (?<column>\d+)\)$/.exec(
    message,
  )?.groups;
  if (json) return { message: `not valid JSON: ${json.what}`, place: placeOf(json, 0), remedy };
  return undefined;
}

function placeOf({ file = "", line, column }: Record<string, string | undefined>, more: number): Place {
  return { file, line: Number(line), column: Number(column) + more };
}

function firstLine(error: unknown): string {
  return messageOf(error).split("\n", 1)[0] ?? "";
}
