import { currentRules } from "../network/index.ts";
import { currentRoute, strayBase } from "./current-route.ts";
import type { Lead } from "./dispatchers.ts";

/**
 * Redirects suite code's requests for a model to the gateway, to the address of the trial that the code belongs to. A
 * request that belongs to no trial goes there too, and is refused.
 */
export const lead: Lead = ({ protocol, hostname, port }, path) => {
  if (!currentRules()?.leads?.(hostname, Number(port) || usualPort(protocol))) return undefined;
  const base = currentRoute()?.base ?? strayBase();
  if (base === undefined) return undefined;
  const host = port === "" || Number(port) === usualPort(protocol) ? hostname : `${hostname}:${port}`;
  return new URL(`${base}/to/${protocol.slice(0, -1)}/${host}${path}`);
};

/** Whether requests of the code that is running now are redirected at all. */
export function mayLead(): boolean {
  return currentRules()?.leads !== undefined;
}

function usualPort(protocol: string): number {
  return protocol === "http:" || protocol === "ws:" ? 80 : 443;
}
