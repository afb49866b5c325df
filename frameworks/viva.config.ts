import { defineConfig } from "vivavoce";

export default defineConfig({ suites: ["coach/*.eval.ts"] });
