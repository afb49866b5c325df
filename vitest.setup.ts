import { afterAll, expect } from "vitest";
import { doWhatIsLeft } from "./packages/vivavoce/src/after-file.test-helper.ts";
import { drawFromSeed } from "./packages/vivavoce/src/seed.test-helper.ts";

// Comes anew before every file.
drawFromSeed(() => expect.getState().testPath);
afterAll(doWhatIsLeft);
