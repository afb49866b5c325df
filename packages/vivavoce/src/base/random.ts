import { sha256 } from "./hash.ts";
import { mulberry32, type Random } from "./mulberry32.ts";

/** A separate generator for each name under one seed, so that trial A's numbers never depend on trial B. */
export function seededRandom(seed: number, name: string): Random {
  let next: Random | undefined;
  return () => {
    next ??= mulberry32(Number.parseInt(sha256(`${seed}\n${name}`).slice(0, 8), 16));
    return next();
  };
}
