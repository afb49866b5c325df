import { sha256 } from "./canonical-json.ts";

/** A source of numbers in [0, 1). */
export type Random = () => number;

/**
 * Mulberry32 (Tommy Ettinger, 2017, public domain): a small seeded generator, the same numbers everywhere.
 *
 * @example const random = mulberry32(42); random(); // 0.6011037519201636
 */
export function mulberry32(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + step) | 0;
    const bits = mixed(state);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

/** 1 where a number of `mulberry32` is at least ½, otherwise 0: the same draws in less than half the time. */
export function seededCoin(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + step) | 0;
    // The last step of a number leaves its highest bit as it is.
    return mixed(state) >>> 31;
  };
}

const step = 0x6d2b79f5;

function mixed(state: number): number {
  const bits = Math.imul(state ^ (state >>> 15), state | 1);
  return bits ^ (bits + Math.imul(bits ^ (bits >>> 7), bits | 61));
}

/** A separate generator for each name under one seed, so that trial A's numbers never depend on trial B. */
export function seededRandom(seed: number, name: string): Random {
  let next: Random | undefined;
  return () => {
    next ??= mulberry32(Number.parseInt(sha256(`${seed}\n${name}`).slice(0, 8), 16));
    return next();
  };
}
