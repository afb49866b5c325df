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
