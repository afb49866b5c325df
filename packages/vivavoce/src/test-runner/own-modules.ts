import type { OwnModules } from "../suite/index.ts";

/** The modules that suites import by name, loaded once, so that a suite uses the same `suite()` as the runner. */
export const ownModules: OwnModules = async () => {
  return {
    vivavoce: await import("../index.ts"),
    "vivavoce/metrics": await import("../metrics.ts"),
    "vivavoce/stats": await import("../stats.ts"),
    "vivavoce/world": await import("../world.ts"),
    "vivavoce/testing": await import("../testing.ts"),
  };
};
