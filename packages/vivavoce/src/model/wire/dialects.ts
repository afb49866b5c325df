import type { Dialect } from "./types.ts";
export function dialectNamed(_name: string): Dialect | undefined {
  return undefined;
}
export function dialectOf(_path: string): Dialect | undefined {
  return undefined;
}
