/** A source of numbers in [0, 1). */
export type Random = () => number;

/**
 * Mulberry32 (Tommy Ettinger, 2017, public domain): a small seeded generator, the same numbers everywhere.
 *
 * @example const random = mulberry32(42); random(); // 0.6011037519201636
 */
export function mulberry32(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
