import { canonicalHost } from "./host-list.ts";

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
