import childProcess from "node:child_process";
import { basename, delimiter } from "node:path";
import { pathToFileURL } from "node:url";
import threads, { type WorkerOptions } from "node:worker_threads";
import { type ChildRules, codeFolder, ownFile } from "../base/index.ts";
import { currentRules } from "./guard.ts";
import { pythonGuard } from "./python-guard.ts";

type Environment = Record<string, string | undefined>;

/** The name of the variable, or of the field in a worker's data, that holds the rules. */
export const rulesKey = "VIVA_NETWORK";

const guardFile = ownFile("network/child-guard");

/** Nothing listens there, so programs that obey these variables, such as curl and git, reach nothing. */
const noProxy = "http://127.0.0.1:9";
const proxyVariables = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];

/** Gives the rules of the running code to the processes and workers that it starts. */
export function guardChildren(): void {
  const { prototype } = childProcess.ChildProcess as unknown as {
    prototype: { spawn(options: { file: string; envPairs?: string[] }): unknown };
  };
  // All asynchronous starts of a process end here: spawn, exec, execFile, fork.
  prototype.spawn = new Proxy(prototype.spawn, {
    apply(target, self, [options, ...rest]: [Parameters<typeof prototype.spawn>[0], ...unknown[]]) {
      const rules = currentRules()?.forChild?.(programOf(options?.file));
      if (!rules || !Array.isArray(options?.envPairs)) return Reflect.apply(target, self, [options, ...rest]);
      const given = Object.fromEntries(options.envPairs.map(splitPair));
      const envPairs = Object.entries(guardedEnvironment(given, rules)).map(([name, value]) => `${name}=${value}`);
      return Reflect.apply(target, self, [{ ...options, envPairs }, ...rest]);
    },
  });
  for (const name of ["spawnSync", "execFileSync", "execSync"] as const) {
    const guarded = new Proxy(childProcess[name] as (...given: unknown[]) => unknown, {
      apply(target, self, given: unknown[]) {
        const program = name === "execSync" ? "sh" : programOf(given[0]);
        const rules = currentRules()?.forChild?.(program, true);
        if (!rules) return Reflect.apply(target, self, given);
        const at = name === "execSync" || isOptions(given[1]) ? 1 : 2;
        const options = (given[at] ?? {}) as { env?: Environment };
        const own = { ...options, env: guardedEnvironment(options.env ?? process.env, rules) };
        return Reflect.apply(target, self, Object.assign([...given], { [at]: own }));
      },
    });
    Object.assign(childProcess, { [name]: guarded });
  }
  guardWorkers();
}

function guardWorkers(): void {
  threads.Worker = new Proxy(threads.Worker, {
    construct(target, [file, options, ...rest]: [string | URL, WorkerOptions | undefined, ...unknown[]], newTarget) {
      const isOwn = pathOf(file).startsWith(codeFolder);
      const rules = isOwn ? undefined : currentRules()?.forChild?.("node");
      const make = (given?: WorkerOptions) =>
        Reflect.construct(target, [file, given, ...rest], newTarget) as threads.Worker;
      if (!rules) return make(options);
      const before = threads.getEnvironmentData(rulesKey);
      threads.setEnvironmentData(rulesKey, JSON.stringify(rules));
      try {
        // A worker whose code is given as text ignores --import, but not --require.
        const execArgv = [...(options?.execArgv ?? process.execArgv), "--require", guardFile];
        return make({ ...options, execArgv });
      } finally {
        threads.setEnvironmentData(rulesKey, before);
      }
    },
  });
}

/** The environment of a program that must keep to these rules. */
function guardedEnvironment(given: Environment, rules: ChildRules): Environment {
  const others = (given.NODE_OPTIONS ?? "").replace(/--import=\S*child-guard\S*\s*/g, "");
  const hosts = rules.allow.map((entry) => entry.replace(/:\d+$/, "")).join(",");
  const proxies = rules.refuse
    ? {}
    : { ...Object.fromEntries(proxyVariables.map((name) => [name, noProxy])), NO_PROXY: hosts, no_proxy: hosts };
  const python = pythonGuard(rules.report);
  const paths = (given.PYTHONPATH ?? "").split(delimiter).filter((path) => path !== "" && path !== python);
  return {
    ...given,
    NODE_OPTIONS: `--import=${pathToFileURL(guardFile).href} ${others}`.trim(),
    PYTHONPATH: [python, ...paths].join(delimiter),
    [rulesKey]: JSON.stringify(rules),
    ...proxies,
  };
}

/** If the guard itself refuses connections, the proxy variables would only hide them. */
export function dropProxies(environment: Environment): void {
  for (const name of [...proxyVariables, "NO_PROXY", "no_proxy"]) delete environment[name];
}

/** Whether the guard works in a program; other programs at best obey the proxy variables. */
export function isGuardedProgram(program: string): boolean {
  return /^(?:node|python|pypy)[\d.]*$/.test(program);
}

function programOf(file: unknown): string {
  return basename(String(file))
    .replace(/\.exe$/i, "")
    .toLowerCase();
}

function isOptions(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf("=", 1);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

function pathOf(file: string | URL): string {
  return file instanceof URL ? decodeURIComponent(file.pathname) : String(file);
}
