import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isAnybodyLeft, until } from "./cli.test-helper.ts";
import { launcher } from "./in-process.test-helper.ts";

const manifest = JSON.parse(readFileSync(join(launcher, "../../package.json"), "utf8"));
const needed = [24, 16];

function versionOf(node: string): string {
  return spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim().replace(/^v/, "");
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < (needed[0] ?? 0) || (major === needed[0] && minor < (needed[1] ?? 0));
}

const oldNode = ["/usr/bin/node", "/usr/local/bin/node"].find((file) => existsSync(file) && isOld(versionOf(file)));
if (oldNode === undefined)
  console.warn("no Node older than 24.16 on this machine: how the launcher replaces it is not tested");

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "viva-launcher-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function run(node: string, file: string, args: string[], cwd: string) {
  const env = { PATH: process.env.PATH, HOME: cwd, TMPDIR: cwd };
  const { status, stdout, stderr } = spawnSync(node, [file, ...args], { cwd, env, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

/** The launcher alone in a folder, far from any node_modules. */
function lonely(): { file: string; cwd: string } {
  const cwd = folder();
  mkdirSync(join(cwd, "bin"));
  cpSync(launcher, join(cwd, "bin/viva.js"));
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ type: "module", version: "9.8.7" }));
  return { file: join(cwd, "bin/viva.js"), cwd };
}

describe("the launcher", () => {
  test("gives the package's version without loading anything", () => {
    const { file, cwd } = lonely();
    expect(run(process.execPath, file, ["--version"], cwd)).toEqual({ code: 0, stdout: "9.8.7\n", stderr: "" });
    expect(run(process.execPath, launcher, ["--version"], cwd).stdout).toBe(`${manifest.version}\n`);
  });

  test("keeps what it has compiled in the user's own folder, not in one that others can write", () => {
    const cwd = folder();
    run(process.execPath, launcher, ["list"], cwd);
    expect(existsSync(join(cwd, "node-compile-cache"))).toBe(false);
    expect(existsSync(join(cwd, ".cache/vivavoce/node"))).toBe(true);
  });

  test("says so if the working directory was deleted", () => {
    const { file, cwd } = lonely();
    for (const node of [process.execPath, ...(oldNode === undefined ? [] : [oldNode])]) {
      const there = join(cwd, "there");
      mkdirSync(there);
      const env = { PATH: process.env.PATH, NODE: node, VIVA: file };
      const script = 'rmdir ../there; "$NODE" "$VIVA" list';
      const { status, stderr } = spawnSync("sh", ["-c", script], { cwd: there, env, encoding: "utf8" });
      expect({ status, stderr }).toEqual({
        status: 64,
        stderr: expect.stringMatching(/^viva: the working directory has been deleted\.\n {4}Change to a folder/),
      });
    }
  });

  test("says so if the package is not built or cannot be loaded, with an exit code that is not a failed exam's", () => {
    const { file, cwd } = lonely();
    expect(run(process.execPath, file, ["list"], cwd)).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("npm run build"),
    });
    mkdirSync(join(cwd, "dist/cli"), { recursive: true });
    writeFileSync(join(cwd, "dist/cli/main.js"), `import "no-such-package";`);
    expect(run(process.execPath, file, ["list"], cwd)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("viva could not start: "),
    });
  });
});

describe.skipIf(oldNode === undefined)("the launcher under an old Node", () => {
  const node = oldNode ?? "";

  /** A Node as a package brings it, by a link. */
  function bring(cwd: string, target: string, version: string): void {
    const place = join(cwd, "node_modules", `node-${process.platform}-${process.arch}`);
    mkdirSync(join(place, "bin"), { recursive: true });
    symlinkSync(target, join(place, "bin/node"));
    writeFileSync(join(place, "package.json"), JSON.stringify({ version }));
  }

  test("prints its version, and if it finds no newer Node says what to do", () => {
    const { file, cwd } = lonely();
    expect(run(node, file, ["--version"], cwd)).toMatchObject({ code: 0, stdout: "9.8.7\n" });
    const { code, stderr } = run(node, file, ["list"], cwd);
    expect(code).toBe(64);
    expect(stderr).toContain(`viva needs Node 24.16 or newer; this is ${versionOf(node)}`);
    expect(stderr).toContain("npm install --save-dev");
  });

  test("does not recommend a Node for glibc on a system with musl, and names the cause if one is there", () => {
    const { file, cwd } = lonely();
    const musl = "data:text/javascript,process.report.getReport=()=>({header:{}})";
    const onMusl = () => spawnSync(node, ["--import", musl, file, "list"], { cwd, encoding: "utf8" });
    expect(onMusl()).toMatchObject({ status: 64, stderr: expect.stringMatching(/Install a newer Node\.\n$/) });
    bring(cwd, join(cwd, "package.json"), process.versions.node);
    expect(onMusl()).toMatchObject({ status: 64, stderr: expect.stringMatching(/EACCES\n.*this system has musl/) });
  });

  test("hands over to the Node that a project brings along, with its arguments and its exit code", () => {
    const { file, cwd } = lonely();
    bring(cwd, process.execPath, process.versions.node);
    mkdirSync(join(cwd, "dist/cli"), { recursive: true });
    const source = `export function main(args) { console.log(process.versions.node, args.join(" ")); process.exitCode = 42; }`;
    writeFileSync(join(cwd, "dist/cli/main.js"), source);
    expect(run(node, file, ["run", "--bail"], cwd)).toEqual({
      code: 42,
      stdout: `${process.versions.node} run --bail\n`,
      stderr: "",
    });
  });

  test("leaves no process behind if it is killed while the other Node is still loading", async () => {
    const { file, cwd } = lonely();
    bring(cwd, process.execPath, process.versions.node);
    mkdirSync(join(cwd, "dist/cli"), { recursive: true });
    const source = `process.kill(process.ppid, "SIGKILL"); await new Promise((resolve) => setTimeout(resolve, 60_000));`;
    writeFileSync(join(cwd, "dist/cli/main.js"), source);
    const child = spawn(node, [file, "run"], { cwd, detached: true, stdio: "ignore" });
    await new Promise((resolve) => child.once("exit", resolve));
    expect(child.signalCode).toBe("SIGKILL");
    await until(() => !isAnybodyLeft({ child }), "nobody is left");
  });

  test("a signal that ends the other Node gives the exit code that a shell would", () => {
    const { file, cwd } = lonely();
    bring(cwd, process.execPath, process.versions.node);
    mkdirSync(join(cwd, "dist/cli"), { recursive: true });
    writeFileSync(
      join(cwd, "dist/cli/main.js"),
      `export function main(args) { process.kill(process.pid, args[0]); setInterval(() => {}, 1000); }`,
    );
    expect(run(node, file, ["SIGKILL"], cwd).code).toBe(137);
    expect(run(node, file, ["SIGINT"], cwd).code).toBe(130);
  });

  test("does not use an old Node that a project brings along, so no chain of processes starts", () => {
    const { file, cwd } = lonely();
    bring(cwd, node, versionOf(node));
    const { code, stderr } = run(node, file, ["list"], cwd);
    expect(code).toBe(64);
    expect(stderr).toContain("viva needs Node 24.16 or newer");
  });
});
