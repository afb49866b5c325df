import type { Tool } from "./tool.ts";

/** Which other tools run beside Viva. */
export type Peers = "none" | "promptfoo" | "all";

export async function peersFor(_peers: Peers): Promise<{ tools: Tool[]; missing: { name: string; reason: string }[] }> {
  return { tools: [], missing: [] };
}
