import { defineConfig } from "vivavoce";

export default defineConfig({ suites: ["*.eval.ts"] });
