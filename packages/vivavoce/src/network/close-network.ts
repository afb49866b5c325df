import { syncBuiltinESMExports } from "node:module";
import { guardChildren } from "./children.ts";
import { holdProcessTo, type NetworkRules } from "./guard.ts";
import { guardNames } from "./names.ts";
import { endConnections, guardSockets } from "./sockets.ts";

let isInstalled = false;

/**
 * Puts the guard in place, which looks at every connection from then on and lets pass what no rules forbid. Comes before
 * any code that is to be watched is loaded: that code may keep Node's functions for itself.
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
 * Holds all code that has no rules of its own to these, until what is returned is called. Connections that are open and
 * that the rules do not allow are ended.
 */
export function closeNetwork(rules: NetworkRules): () => void {
  installGuard();
  endConnections(({ host, port }) => !rules.allows(host, port));
  return holdProcessTo(rules);
}
