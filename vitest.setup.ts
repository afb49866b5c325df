import { afterAll } from "vitest";
import { doWhatIsLeft } from "./packages/vivavoce/src/after-file.test-helper.ts";

// Comes anew before every file.
afterAll(doWhatIsLeft);
