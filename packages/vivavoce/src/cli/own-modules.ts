import type { OwnModules } from "../suite/index.ts";

/** What suites import by name, loaded once: a suite's `suite()` is the very one that the runner knows. */
export async function ownModules(): Promise<OwnModules> {
  const [viva, metrics, stats, world, testing] = await Promise.all([
    import("../index.ts"),
    import("../metric/index.ts"),
    import("../stats/index.ts"),
    import("../world/index.ts"),
    import("../testing/index.ts"),
  ]);
  return {
    vivavoce: viva,
    "vivavoce/metrics": metrics,
    "vivavoce/stats": stats,
    "vivavoce/world": world,
    "vivavoce/testing": testing,
  };
}
