import type { OwnModules } from "../suite/index.ts";

/** What suites import by name, loaded once: a suite's `suite()` is the very one that the runner knows. */
export async function ownModules(): Promise<OwnModules> {
  return {
    vivavoce: await import("../index.ts"),
    "vivavoce/metrics": await import("../metrics.ts"),
    "vivavoce/stats": await import("../stats.ts"),
    "vivavoce/world": await import("../world.ts"),
    "vivavoce/testing": await import("../testing.ts"),
  };
}
