import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { InputError } from "./errors.ts";
import { didYouMean } from "./nearest.ts";

/** What is in the folder of a path, written as the path is; nothing if there is no such folder. */
export function filesBeside(path: string, cwd: string): string[] {
  const folder = dirname(path);
  try {
    return readdirSync(resolve(cwd, folder)).map((name) => (path.startsWith("./") ? `./${name}` : join(folder, name)));
  } catch {
    return [];
  }
}

/** The error for a file that is not there, with the neighbour that was probably meant. */
export function noSuchFile(
  path: string,
  cwd: string,
  otherwise = "Check its name and the folder you are in.",
): InputError {
  const remedy = didYouMean(path, filesBeside(path, cwd), otherwise);
  return new InputError({ message: "there is no such file or folder", place: { file: path }, remedy });
}
