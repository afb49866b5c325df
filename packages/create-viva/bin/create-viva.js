#!/usr/bin/env node
// `npm create viva` is `viva init --install`. Plain JavaScript that an old Node can parse: Viva's own launcher, which this
// hands over to, says which Node is needed.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const manifest = createRequire(import.meta.url).resolve("vivavoce/package.json");
const launcher = join(dirname(manifest), "bin", "viva.js");
process.argv = [process.argv[0], launcher, "init", "--install", ...process.argv.slice(2)];
await import(pathToFileURL(launcher).href);
