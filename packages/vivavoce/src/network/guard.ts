import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Connection, type NetworkRules, packageFolder, rulesOfContext } from "../base/index.ts";

type Beside = ReturnType<typeof rulesOfContext.of>;
const ofProcess: NetworkRules[] = [];

/** Runs work so that only these rules hold for it and for all code it starts, however late. */
export function underRules<T>(rules: NetworkRules, work: () => T): T {
  return rulesOfContext.run(rules, work);
}

/** Runs Viva's own work. A process that it starts closes the network itself if necessary. */
export function unguarded<T>(work: () => T): T {
  return underRules({ allows: () => true, refused: ({ host }) => new Error(`${host} was refused`) }, work);
}

/** The rules for the running code: its own, else the newest ones of the process. */
export function currentRules(): NetworkRules | undefined {
  return rulesOfContext.get() ?? ofProcess.at(-1);
}

/** Runs work that also serves other code than its caller's: a refusal counts for all of them. */
export function underWholeRules<T>(work: () => T): T {
  const whole = currentRules()?.whole;
  return whole ? underRules(whole, work) : work();
}

/** Applies rules to all code that has none of its own; the returned function ends that. */
export function holdProcessTo(rules: NetworkRules): () => void {
  ofProcess.push(rules);
  return () => {
    const index = ofProcess.lastIndexOf(rules);
    if (index >= 0) ofProcess.splice(index, 1);
  };
}

/** The error for a connection that the running code may not make. `entry`: the function of ours that was called. */
export function refusalOf(host: string, port: number | undefined, entry: object): Error | undefined {
  const rules = currentRules();
  if (!rules || rules.allows(host, port)) return undefined;
  return rules.refused({ host, ...(port === undefined ? {} : { port }), client: clientOf(entry) });
}

/** Runs work with a value of its context, and fails with its first refused connection, even if the work handled the error. */
export function failingOnRefusal<T>(work: () => Promise<T> | T, besides: Beside): Promise<T> | T {
  const rules = currentRules();
  if (!rules) return rulesOfContext.run(undefined, work, besides);
  const refusals: Error[] = [];
  const noting: NetworkRules = {
    allows: (host, port) => rules.allows(host, port),
    leads: (host, port) => rules.leads?.(host, port) ?? false,
    forChild: (...given) => rules.forChild?.(...given),
    ...(rules.whole ? { whole: rules.whole } : {}),
    refused(connection) {
      const error = rules.refused(connection);
      refusals.push(error);
      return error;
    },
  };
  const accepted = (value: T): T => {
    if (refusals.length > 0) throw refusals[0];
    return value;
  };
  const failed = (error: unknown): never => {
    throw refusals[0] ?? error;
  };
  try {
    const given = rulesOfContext.run(noting, work, besides);
    return given instanceof Promise ? given.then(accepted, failed) : accepted(given);
  } catch (error) {
    return failed(error);
  }
}

/** "api.example.com:443", "[::1]:80" */
export function showConnection({ host, port }: Pick<Connection, "host" | "port">): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}

/** The error that code gets for a connection that was refused. */
export function connectionError<E extends Error>(
  { host, port, client }: Connection,
  why: string,
  errorOf: (message: string) => E,
  code = "VIVA_NETWORK_CLOSED",
): E {
  const error = errorOf(`the connection to ${showConnection({ host, port })} (by ${client}) was refused: ${why}`);
  return Object.assign(error, { code, host, port });
}

/** Node's own clients by the files that their frames are in. */
const nodeClients: readonly (readonly [string, string])[] = [
  ["node:internal/deps/undici", "fetch"],
  ["node:internal/http2", "http2"],
  ["node:https", "https"],
  ["node:_http", "http"],
  ["node:dgram", "dgram"],
  ["node:_tls", "tls"],
  ["node:dns", "dns"],
];

/** Viva's own code, built or not: tests have both in one process. */
const ownFolders = ["src", "dist"].map((part) => join(packageFolder, part) + sep);

/** Who called a function of Node: the package, else the user's file and line, else the part of Node. */
function clientOf(entry: object): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, entry as () => void);
  Error.stackTraceLimit = limit;
  const frames = (typeof holder.stack === "string" ? holder.stack : "").split("\n").slice(1);
  for (const frame of frames) {
    const [, file, line] = /\(?((?:file:\/\/)?[^\s()]+):(\d+):\d+\)?$/.exec(frame) ?? [];
    if (file === undefined || file.startsWith("node:") || !/[\\/]/.test(file)) continue;
    const path = file.startsWith("file://") ? fileURLToPath(file) : file;
    // Viva's own wrappers around Node's functions.
    if (ownFolders.some((folder) => path.startsWith(folder)) && !/\.test(?:-helper)?\.ts$/.test(path)) continue;
    const packaged = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1];
    if (packaged !== undefined) return packaged;
    const near = relative(process.cwd(), path);
    return `${near.startsWith("..") ? path : near}:${line}`;
  }
  const all = frames.join("\n");
  return nodeClients.find(([file]) => all.includes(file))?.[1] ?? "net";
}
