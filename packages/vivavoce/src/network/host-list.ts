import { isIP, isIPv4 } from "node:net";
import { domainToASCII } from "node:url";

/** Hosts by name, each with all its ports or with one: "host", "host:port", "::1" and "[::1]:port". */
export function hostList(entries: readonly string[]) {
  // Read when the first host is looked up: most commands and many runs ask for none.
  let ports: Map<string, Set<number | undefined>> | undefined;
  return {
    entries,
    /** Without a port: whether the host may be looked up at all. */
    allows(host: string, port: number | undefined): boolean {
      ports ??= portsOf(entries);
      const allowed = ports.get(canonicalHost(host));
      return allowed !== undefined && (port === undefined || allowed.has(undefined) || allowed.has(port));
    },
  };
}

function portsOf(entries: readonly string[]): Map<string, Set<number | undefined>> {
  const ports = new Map<string, Set<number | undefined>>();
  for (const { host, port } of entries.map(readEntry)) {
    ports.set(host, (ports.get(host) ?? new Set()).add(port));
  }
  return ports;
}

/** What is wrong with an entry, in words. */
export function hostProblem(entry: string): string | undefined {
  if (entry.includes("*")) return "a wildcard is not supported; name each host";
  if (/[/@?#\s]/.test(entry)) return "give a host name, with or without a port, not a URL";
  const { host, port } = readEntry(entry);
  if (host === "") return "it is not a host name";
  if (port !== undefined && !(Number.isInteger(port) && port >= 1 && port <= 65_535))
    return "its port is not a number from 1 to 65535";
  const isName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/.test(host);
  return isIP(host) > 0 || isName ? undefined : "it is not a host name";
}

function readEntry(entry: string): { host: string; port: number | undefined } {
  if (isIP(entry) > 0) return { host: canonicalHost(entry), port: undefined };
  const [, bracketed, plain, digits] = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::(.*))?$/.exec(entry) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? undefined : /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return { host: host === undefined ? "" : canonicalHost(host), port };
}

/** One spelling for each host. All names of this machine are "localhost": its servers rarely distinguish them. */
export function canonicalHost(given: string): string {
  const bare = given
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/%.*$/, "")
    .replace(/\.$/, "");
  const host = isIP(bare) === 6 ? canonicalV6(bare) : bare;
  const isLoopback = host === "::1" || host === "::" || host === "0.0.0.0" || (isIPv4(host) && host.startsWith("127."));
  if (isLoopback || host === "" || host.endsWith(".localhost")) return "localhost";
  return /[^ -~]/.test(host) ? domainToASCII(host) : host;
}

function canonicalV6(host: string): string {
  const short = new URL(`http://[${host}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = [high, low].map((part) => Number.parseInt(part, 16)).flatMap((part) => [part >> 8, part & 255]);
  return bytes.join(".");
}

const ports = new Set<number>();

/** Lets all code reach one of Viva's own servers on this machine, whatever its rules; the returned function ends that. */
export function letReach(port: number): () => void {
  ports.add(port);
  return () => void ports.delete(port);
}

export function isOwnServer(host: string, port: number | undefined): boolean {
  return port !== undefined && ports.has(port) && canonicalHost(host) === "localhost";
}

/** As entries of a host list. */
export function ownServers(): string[] {
  return [...ports].map((port) => `localhost:${port}`);
}
