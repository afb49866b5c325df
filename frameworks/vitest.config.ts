import { defineConfig } from "vitest/config";
import { patienceWithOthers } from "../scripts/patience.ts";

// Viva as users install it, beside SDKs and frameworks that they bring: `npm run test:frameworks` at the root.
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    server: { deps: { external: [/\/packages\/vivavoce\/dist\//] } },
    ...patienceWithOthers,
  },
});
