import { holdListener } from "../base/index.ts";

type Taker = (error: unknown) => void;

const takers: Taker[] = [];
let releases: (() => void)[] = [];

/**
 * Gives uncaught errors, such as those of a timer or of a forgotten promise, to `taker`. If several ask for them, the last
 * one gets them. Returns a function that ends this.
 */
export function takeStrayErrors(taker: Taker): () => void {
  if (takers.length === 0)
    releases = ["unhandledRejection", "uncaughtException"].map((event) => holdListener(event, give));
  takers.push(taker);
  return () => {
    const at = takers.lastIndexOf(taker);
    if (at < 0) return;
    takers.splice(at, 1);
    if (takers.length === 0) for (const release of releases) release();
  };
}

function give(error: unknown): void {
  takers.at(-1)?.(error);
}
