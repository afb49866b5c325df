// Builds packages/vivavoce/dist: declarations by TypeScript, code by a bundler. A thousand small files, ours and those
// of our dependencies, took most of the time that a command needs to start.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { alone, home, inAscii, source, together } from "./bundle.ts";
import { directDeclarations } from "./direct-imports.ts";
import { commentedDeclarations } from "./schema-comments.ts";

// Suites that run beside each other begin with a build each: .ci/run has built before them.
if (process.env.VIVA_BUILT === "yes") process.exit(0);

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
const declared = spawnSync(process.execPath, [tsc, "-p", join(home, "tsconfig.json")], { stdio: "inherit" });
if (declared.status !== 0) process.exit(declared.status ?? 1);

const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
const folders = readdirSync(join(home, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "cli")
  .map(({ name }) => name);
const entries = [
  ...["index", "metrics", "stats", "world", "testing"],
  "cli/main",
  "cli/again-process",
  "cli/trial-process",
  "test-runner/jest",
  "test-runner/vitest",
];
/** What a run starts beside itself: each has only what it needs, because it is loaded again and again. */
const threads = [
  "base/pattern-thread",
  "gateway/mcp/shim",
  "network/child-guard",
  "run/standstill-thread",
  "store/writer-thread",
];
const shared = await together(entries, "parts");
// A command loads as few files as possible: everything that `viva list` needs, and most others need too, is one, and
// what a run and its suites need besides is another.
const start = loadedBy(shared, ["cli/main.ts", "cli/list.ts"]);
const exam = loadedBy(shared, ["cli/run.ts", "index.ts", "metrics.ts", "stats.ts", "world.ts", "testing.ts"]);
const groups = [
  { name: "start", test: (id) => start.has(id), priority: 2 },
  { name: "exam", test: (id) => exam.has(id), priority: 1 },
];
const output = [
  ...(await together(entries, "parts", { groups })),
  // For tools of this repository, not packed. If these were entries of the first bundle, a command would load folders whole.
  ...(await together(
    folders.map((name) => `${name}/index`),
    "folders",
  )),
  ...(await Promise.all(threads.map(alone))),
];
for (const { fileName, code } of output) writeChanged(join(home, "dist", fileName), inAscii(code));
writeChanged(join(home, "dist", "third-party.txt"), licencesOf(output));
for (const [file, text] of await commentedDeclarations(join(home, "dist"), folders)) writeChanged(file, text);
for (const [file, text] of directDeclarations(
  Object.values(exports).flatMap(({ types }) => (types ? join(home, types) : [])),
))
  writeChanged(file, text);
// npm packs these from beside package.json.
for (const file of ["LICENSE", "README.md"]) writeChanged(join(home, file), readFileSync(join(root, file), "utf8"));
writeChanged(join(root, "packages/create-viva/LICENSE"), readFileSync(join(root, "LICENSE"), "utf8"));

// deepeval's metrics are measured by a Python process of Viva's.
const bridge = join(root, "python/viva_bridge");
for (const file of readdirSync(bridge).filter((name) => name.endsWith(".py")))
  writeChanged(join(home, "dist/python/viva_bridge", file), readFileSync(join(bridge, file), "utf8"));

await buildPage();

removeLeftOver(output.map(({ fileName }) => join(home, "dist", fileName)));

/** The page of `viva view`, and the script and style of HTML reports: built anew only if a source has changed. */
async function buildPage() {
  const shared = ["report", "world"].map((name) => join(home, "src", name));
  const folders = [join(root, "packages/page"), ...shared];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:tsx?|css|html|json)$/.test(name) && !/node_modules|\.test\.|^browser/.test(name))
      .map((name) => join(folder, name)),
  );
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(readFileSync(file));
  const digest = hash.digest("hex");
  const mark = join(home, "dist/page/.built");
  if (existsSync(mark) && readFileSync(mark, "utf8") === digest) return;
  const { build } = await import("vite");
  const configFile = join(root, "packages/page/vite.config.ts");
  for (const mode of ["page", "report"]) await build({ configFile, mode });
  writeFileSync(mark, digest);
}

/** The modules that are loaded with these of ours, without what those import late. */
function loadedBy(chunks, paths) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set(
    chunks.filter(({ facadeModuleId }) =>
      paths.includes(facadeModuleId && relative(join(home, "src"), facadeModuleId)),
    ),
  );
  for (const { imports } of found) for (const name of imports) if (byName.has(name)) found.add(byName.get(name));
  return new Set([...found].flatMap(({ modules }) => Object.keys(modules)));
}

/** What an earlier build made of files that are gone would be packed as well. */
function removeLeftOver(made) {
  const names = readdirSync(join(home, "dist"), { recursive: true, encoding: "utf8" });
  const left = names.filter((name) => {
    if (name.endsWith(".d.ts")) return !existsSync(source(name.slice(0, -".d.ts".length)));
    return name.endsWith(".js") && !/^page[\\/]/.test(name) && !made.includes(join(home, "dist", name));
  });
  for (const name of left) rmSync(join(home, "dist", name));
}

/** What is the same stays as it is: a command that is running may still load it. */
function writeChanged(file, text) {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The licences of the packages that went into the bundle, which ask to go with it. */
function licencesOf(chunks) {
  const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules ?? {}));
  const packages = modules.map((file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0]);
  // What the page is built from.
  packages.push(...["react", "react-dom", "scheduler"].map((name) => join(root, "node_modules", name)));
  return [...new Set(packages.filter(Boolean))].sort().map(licenceOf).join("\n\n");
}

function licenceOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} has no licence file to go with the bundle`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
