import { defineConfig } from "vitest/config";
import { patienceWithOthers } from "../scripts/patience.ts";

// Runs on several workers, with a real Redis and a real PostgreSQL: `npm run test:distributed` at the root.
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    server: { deps: { external: [/\/packages\/vivavoce\/dist\//] } },
    // The servers share two cores with the workers.
    fileParallelism: false,
    tags: [{ name: "timed", description: "measures time, so nothing may run beside it" }],
    ...patienceWithOthers,
  },
});
