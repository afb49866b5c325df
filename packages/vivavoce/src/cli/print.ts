import { columnsOf, fitLines } from "../base/index.ts";
import { writeReport } from "./streams.ts";

/** Prints text for a person to stdout, in lines that fit the terminal. JSON and other data are written as they are. */
export function print(text: string): void {
  writeReport(`${fitLines(text, columnsOf(process.stdout, process.env))}\n`);
}

/** The same on stderr: errors, warnings and progress. */
export function printError(text: string): void {
  process.stderr.write(`${fitLines(text, columnsOf(process.stderr, process.env))}\n`);
}
