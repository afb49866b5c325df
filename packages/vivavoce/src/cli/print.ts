import { basename } from "node:path";
import { columnsOf, fitLines, type Redactor, redactor, safeText } from "../base/index.ts";
import { writeReport } from "./streams.ts";

let secrets: Redactor | undefined;

/** Adds the project's secrets, such as those in its .env file, to what `cleanText` removes. */
export function rememberSecrets(known: Redactor): void {
  secrets = known;
}

/** Text for a terminal: without secrets, without control characters. Errors quote files, servers and agents. */
export function cleanText(text: string): string {
  secrets ??= redactor();
  return safeText(secrets.text(text));
}

/** Prints text for a person to stdout, in lines that fit the terminal. JSON and other data are written as they are. */
export function print(text: string): void {
  writeReport(`${fitLines(text, columnsOf(process.stdout, process.env))}\n`);
}

/** The same on stderr: errors, warnings and progress. */
export function printError(text: string): void {
  process.stderr.write(`${fitLines(text, columnsOf(process.stderr, process.env))}\n`);
}

/** Writes a value for a program to stdout. */
export function printJson(value: unknown): void {
  writeReport(`${JSON.stringify(value, null, 2)}\n`);
}

/** How the user called Viva, so that hints can be copied: "npx viva" inside a project, "viva" where it is installed globally. */
export function invocation(): string {
  // Without node_modules there is nothing that npx could find.
  if (process.versions.pnp !== undefined) return "yarn viva";
  const script = process.argv[1] ?? "";
  const local =
    script.includes("node_modules") || process.env.npm_execpath !== undefined || basename(script) === "viva.js";
  return local ? "npx viva" : "viva";
}

/**
 * A remedy as the user can copy it: "viva list" is what Viva calls its command, and works only where it is installed
 * globally. Texts outside of this folder cannot know that.
 */
export function asTyped(remedy: string): string {
  return remedy.replace(/(?<![\w./-]|npx |yarn )viva(?= [a-z])/g, invocation());
}
