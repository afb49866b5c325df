import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isOwnCode } from "./own-folder.ts";

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

/** Who called a function of Node: the package, else the user's file and line, else the part of Node. */
export function clientOf(entry: object): string {
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
    if (isOwnCode(path) && !/\.test(?:-helper)?\.ts$/.test(path)) continue;
    const packaged = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1];
    if (packaged !== undefined) return packaged;
    const near = relative(process.cwd(), path);
    return `${near.startsWith("..") ? path : near}:${line}`;
  }
  const all = frames.join("\n");
  return nodeClients.find(([file]) => all.includes(file))?.[1] ?? "net";
}
