import { syncBuiltinESMExports } from "node:module";
import type { NetworkRules } from "../base/index.ts";
import { guardChildren } from "./children.ts";
import { holdProcessTo } from "./guard.ts";
import { guardNames } from "./names.ts";
import { endConnections, guardSockets } from "./sockets.ts";

let isInstalled = false;

/**
 * Installs the guard, which checks every connection and refuses those that rules forbid. Must run before the code to be
 * watched is loaded, because that code may keep references to Node's functions.
 */
export function installGuard(): void {
  if (isInstalled) return;
  isInstalled = true;
  guardSockets();
  guardNames();
  guardChildren();
  syncBuiltinESMExports();
}

/**
 * Applies these rules to all code without rules of its own; the returned function ends that. Open connections that the
 * rules do not allow are ended.
 */
export function closeNetwork(rules: NetworkRules): () => void {
  installGuard();
  endConnections(({ host, port }) => !rules.allows(host, port));
  return holdProcessTo(rules);
}
