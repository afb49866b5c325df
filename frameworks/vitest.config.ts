import { defineConfig } from "vitest/config";
import { patienceWithOthers } from "../scripts/patience.ts";

// Viva as users install it, beside SDKs and frameworks that they bring: `npm run test:frameworks` at the root.
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    // On two cores Vitest would have one worker, and these files wait: for packages, for processes, for servers.
    maxWorkers: 2,
    server: { deps: { external: [/\/packages\/vivavoce\/dist\//] } },
    ...patienceWithOthers,
  },
});
