import { isError } from "./errors.ts";

/** Whether this is an error of the system with one of these codes, such as ENOENT. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return isError(error) && "code" in error && codes.includes(String(error.code));
}

/** Whether nothing stands at the path that was asked for. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, "ENOENT", "ENOTDIR");
}

/** undefined where the file or folder is missing. */
export async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
