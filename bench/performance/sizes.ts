import type { Figures } from "./figures.ts";
import type { Tool } from "./tool.ts";

export async function installSizes(_tools: readonly Tool[]): Promise<Figures["sizes"]> {
  return [];
}
