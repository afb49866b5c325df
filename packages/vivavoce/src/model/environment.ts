import { join } from "node:path";
import { parseEnv } from "node:util";
import { InputError, isMissing, messageOf, readRegularFileSync } from "../base/index.ts";
import type { Environment } from "./provider.ts";

/**
 * The environment, with the additions of a folder's `.env` file. Variables that are set stay, even if they are empty;
 * neither the given environment nor `process.env` is changed.
 */
export function modelEnvironment(directory: string, environment: Environment = process.env): Environment {
  const file = join(directory, ".env");
  let text: string;
  try {
    text = readRegularFileSync(file).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return { ...environment };
    if (error instanceof InputError) throw error;
    const problem = { message: `cannot be read: ${messageOf(error)}`, place: { file } };
    throw new InputError({ ...problem, remedy: "make it a readable file, or remove it" }, error);
  }
  const set = Object.entries(environment).filter(([, value]) => value !== undefined);
  return { ...parseEnv(text.replace(/^\uFEFF/, "")), ...Object.fromEntries(set) };
}
