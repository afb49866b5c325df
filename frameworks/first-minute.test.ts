// From an empty folder to a green run, with nothing but the packed packages and npm: what a new user types.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { scriptedServer } from "vivavoce/testing";
import { command, pack, registryOf, root, temporaryFolder } from "./packed.ts";

const launcher = join(root, "packages/vivavoce/bin/viva.js");
const folder = temporaryFolder();
const tarballs: Record<string, { tarball: string; folder: string }> = {};
let registry: string;

beforeAll(async () => {
  const homes = {
    vivavoce: "packages/vivavoce",
    "create-viva": "packages/create-viva",
    jiti: "node_modules/jiti",
    zod: "node_modules/zod",
  };
  for (const [name, place] of Object.entries(homes)) {
    tarballs[name] = { ...(await pack(join(root, place), folder)), folder: join(root, place) };
  }
  registry = await registryOf(tarballs);
});

function emptyFolder(name: string): string {
  mkdirSync(join(folder, name));
  return join(folder, name);
}

/** npm with a cache of its own, and no registry but ours. */
function npm(args: string[], cwd: string) {
  const quiet = { npm_config_audit: "false", npm_config_fund: "false", npm_config_update_notifier: "false" };
  const env = { npm_config_registry: registry, npm_config_cache: join(folder, "cache"), ...quiet };
  return command("npm", args, { cwd, env });
}

/** Does something, and says how long it took: the claim is a minute, npm's work included. */
async function withinAMinute<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1_000;
  console.log(`${what}: ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(60);
  return result;
}

test("npm create viva in an empty folder: installed, written and green by one command", async () => {
  const cwd = emptyFolder("created");
  const { code, stdout, stderr } = await withinAMinute("npm create viva", () =>
    npm(["create", "viva", "--", "--yes"], cwd),
  );
  expect(stdout, stderr).toContain("2 passed · 0 failed · 0 unscored · 0 errored · 0 skipped of 2   PASS");
  expect(code).toBe(0);
  expect(readdirSync(cwd)).toEqual(expect.arrayContaining(["evals", "node_modules", "package.json", "viva.config.ts"]));
  const { devDependencies, scripts } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
  expect(devDependencies).toHaveProperty("vivavoce");
  expect(scripts).toEqual({ evaluate: "viva run" });

  const again = await npm(["run", "evaluate"], cwd);
  expect(again.stdout, again.stderr).toContain("2 passed");
  expect(again.code).toBe(0);
});

test("what was written has the types that the package says", () => {
  const cwd = join(folder, "created");
  const options = { module: "nodenext", target: "es2023", strict: true, noEmit: true, skipLibCheck: true, types: [] };
  writeFileSync(
    join(cwd, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, include: ["evals", "viva.config.ts"] }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", cwd], { encoding: "utf8" });
  expect(stdout).toBe("");
});

test("with the tarballs alone, offline: viva init, and with an address the first judged case of one's own agent", async () => {
  const cwd = emptyFolder("installed");
  const { vivavoce, jiti, zod } = tarballs;
  const files = [vivavoce, jiti, zod].map(({ tarball }) => tarball);
  const viva = (...args: string[]) => command("npx", ["--offline", "viva", ...args], { cwd });
  const green = await withinAMinute("npm install and viva init", async () => {
    const { code, stderr } = await npm(["install", "--offline", ...files], cwd);
    expect(code, stderr).toBe(0);
    return viva("init", "--yes");
  });
  expect(green.stdout, green.stderr).toContain("2 passed");
  expect(green.code).toBe(0);

  const verdict = { id: "c1", evidence: ["I keep your notes in order."], reasoning: "It says so.", verdict: "yes" };
  const server = await scriptedServer({
    answer: ["I keep your notes in order.", JSON.stringify({ items: [verdict] })],
  });
  const judged = await withinAMinute("the first judged case", () =>
    viva("init", "--yes", "--force", "--url", server.url, "--model", "mine", "--run", "record"),
  ).finally(() => server.close());
  expect(judged.stdout, judged.stderr).toMatch(/live, recording[\s\S]*criteria°[\s\S]*1 passed/);
  expect(judged.code).toBe(0);
  expect(server.calls).toBe(2);

  const replayed = await viva("run", "--replay");
  expect(replayed.stdout, replayed.stderr).toMatch(/recorded tapes[\s\S]*1 passed/);
  expect(replayed.code).toBe(0);
});

test("a project on the AI SDK gets a suite with its agent, green at once", async () => {
  const cwd = emptyFolder("ai-sdk");
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ type: "module", dependencies: { ai: "^7.0.0" } }));
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(join(import.meta.dirname, "node_modules/ai"), join(cwd, "node_modules/ai"), "junction");
  const { code, stdout, stderr } = await command(process.execPath, [launcher, "init", "--yes"], { cwd });
  expect(stdout, stderr).toContain("2 passed");
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, "evals/first.eval.ts"), "utf8")).toContain("aiSdkAgent<Shop>(");
});

const oldNode = ["/usr/bin/node", "/usr/local/bin/node"].find((file) => {
  const [, major = "99"] = existsSync(file)
    ? (/^v(\d+)/.exec(spawnSync(file, ["--version"], { encoding: "utf8" }).stdout) ?? [])
    : [];
  return Number(major) < 22;
});

test.skipIf(oldNode === undefined)("under an old Node it says which one is needed", async () => {
  const cwd = emptyFolder("old");
  const { vivavoce, jiti, zod } = tarballs;
  await npm(["install", ...[tarballs["create-viva"], vivavoce, jiti, zod].map(({ tarball }) => tarball)], cwd);
  const { code, stderr } = await command(oldNode ?? "", ["node_modules/create-viva/bin/create-viva.js"], { cwd });
  expect(stderr).toMatch(/^viva needs Node \d+\.\d+ or newer; this is \d+/);
  expect(code).toBe(64);
  expect(existsSync(join(cwd, "evals"))).toBe(false);
});
