import { type DialectName, dialectOf } from "../model/index.ts";

/** The meaning of a path at the gateway. */
export type Endpoint =
  | { kind: "model"; dialect: DialectName | "unread"; path: string; origin?: string }
  | { kind: "mcp"; server: string }
  | { kind: "unknown"; path: string };

/** Endpoints that are passed on without being read. */
const unread = /\/(?:embeddings|models(?:\/[^?]*)?)(?:\?.*)?$/;

/**
 * Reads the part of a path behind the trial's token. A captured request says where it was going:
 * "/to/https/api.openai.com/v1/chat/completions".
 */
export function endpointOf(rest: string, method = "POST"): Endpoint {
  const mcp = /^\/mcp\/([^/?]+)/.exec(rest);
  if (mcp?.[1]) return { kind: "mcp", server: decodeURIComponent(mcp[1]) };
  const led = /^\/to\/(https?)\/([^/]+)(\/.*)$/.exec(rest);
  const path = led?.[3] ?? rest;
  const dialect = dialectOf(path)?.name ?? (unread.test(path) ? "unread" : undefined);
  if (!dialect || !isAsking(method, path)) return { kind: "unknown", path: `${method} ${path}` };
  return { kind: "model", dialect, path, ...(led ? { origin: `${led[1]}://${led[2]}` } : {}) };
}

/** Only reading lists and asking models: any other method at these paths would change something at the provider. */
function isAsking(method: string, path: string): boolean {
  return /\/models(?:\/[^?]*)?(?:\?.*)?$/.test(path) ? method === "GET" || method === "HEAD" : method === "POST";
}
