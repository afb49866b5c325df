import { defineConfig } from "vitest/config";
import { patience } from "../scripts/patience.ts";
import { QuickFilesFirst } from "./quick-files-first.ts";
import { name, roomNamed } from "./rooms.ts";

// Only the tests of the room that Stryker changes: they run again for every change.
export default defineConfig({
  test: {
    include: [...roomNamed(name).tests],
    exclude: ["**/node_modules/**", "**/fixtures/**", "**/*.long.test.ts"],
    isolate: false,
    sequence: { sequencer: QuickFilesFirst },
    setupFiles: ["vitest.setup.ts"],
    ...patience,
  },
});
