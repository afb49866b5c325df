import { resolve } from "node:path";
import { defineConfig } from "vite";

// Two builds: the page of `viva view`, and with `--mode report` the one script and style that an HTML report carries.
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: "./",
  logLevel: "warn",
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    outDir: resolve(import.meta.dirname, "../vivavoce/dist/page", mode === "report" ? "report" : ""),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    ...(mode === "report"
      ? {
          lib: {
            entry: resolve(import.meta.dirname, "src/report.tsx"),
            formats: ["iife" as const],
            name: "viva",
            fileName: () => "report.js",
            cssFileName: "report",
          },
        }
      : {}),
  },
}));
