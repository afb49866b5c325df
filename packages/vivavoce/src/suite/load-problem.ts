import { didYouMean, type InputError, messageOf, nearest, type Place, type Problem, VivaError } from "../base/index.ts";
import { isUsersFile, textPlace, userFrame } from "./user-place.ts";

/** Viva's own modules by name, as users import them, and what each exports. */
type OwnExports = Readonly<Record<string, unknown>>;

/** What went wrong while a user's file was loaded, with the place in the user's own code. */
export function loadProblem(error: unknown, file: string, own: OwnExports = {}): Problem | Problem[] {
  const thrownAt = userFrame(error) ?? { file };
  if (VivaError.isInstance(error) && "problems" in error) {
    return (error as InputError).problems.map((problem) => ({ ...problem, place: problem.place ?? thrownAt }));
  }
  const { place, ...problem } = missingModule(error, file, Object.keys(own)) ??
    missingExport(error, own) ??
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
  const name = missingName(messageOf(error));
  if (name === undefined) return undefined;
  const importer = importerOf(error) ?? file;
  const ours = isUsersFile(importer);
  return {
    message: `cannot find ${name}${ours ? "" : `, which ${importer} needs`}`,
    place: ours ? textPlace(importer, [`"${name}"`, `'${name}'`, `\`${name}\``]) : undefined,
    remedy: remedyFor(name, ownNames),
  };
}

/** A module that is not there, or an entry that a package which is there does not have. */
function missingName(message: string): string | undefined {
  const entry = /^Package subpath '\.(\/[^']+)' is not defined .* in .*node_modules[\\/](.+)[\\/]package\.json/.exec(
    message,
  );
  return entry ? `${entry[2]}${entry[1]}` : /Cannot find (?:module|package) ['"]([^'"]+)['"]/.exec(message)?.[1];
}

/** A name that is imported and not there is undefined until it is called, in the words of the compiled code. */
function missingExport(error: unknown, own: OwnExports): Problem | undefined {
  const name = /^\(0 ?, ?_[\w$]+\.([\w$]+)\) is not a function$/.exec(firstLine(error))?.[1];
  if (name === undefined) return undefined;
  const exported = Object.values(own).flatMap((module) => Object.keys(module as object));
  return {
    message: `${name} is imported, but was not a function when it was called`,
    remedy: didYouMean(name, exported, "Check the name in the import, and whether two modules import each other."),
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
  const meant = nearest(name, ownNames);
  if (own !== undefined && name.startsWith(`${own}/`))
    return `${meant ? `Did you mean ${meant}? ` : ""}There is ${ownNames.join(", ")}.`;
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
