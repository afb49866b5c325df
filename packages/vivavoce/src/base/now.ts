const clock = globalThis.performance;

/** `performance.now` as it was when Viva was loaded. The build puts it in place of every call: see `scripts/bundle.ts`. */
export const now = clock.now.bind(clock);
