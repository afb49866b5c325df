import type { Case } from "vivavoce";
import type { Mode } from "../agent.ts";
import { shippedCalls, shippedSimulations, shippedSnippets } from "./shipped-cases.ts";

/** A folder of tapes: the cases and the variant it belongs to. */
export interface Cassette {
  cases: Case[];
  prompt: string;
  mode: Mode;
  /** As a run would name it. */
  variant: Record<string, string>;
  /** Whether every case has a tape. */
  complete: boolean;
}

const snippets = await shippedSnippets();
const calls = await shippedCalls();
const simulations = await shippedSimulations();

function ofSnippets(mode: Mode, prompt: string): Cassette {
  return { cases: snippets, prompt, mode, variant: { prompt, mode }, complete: prompt === "v2" };
}

function ofCalls(cases: Case[], prompt: string): Cassette {
  return { cases, prompt, mode: "production-turn", variant: { prompt }, complete: prompt === "v2" };
}

/** All that ship with the example, by their folders. */
export const cassettes = {
  "snippets/mode=prompt-only,prompt=v2": ofSnippets("prompt-only", "v2"),
  "snippets/mode=production-turn,prompt=v2": ofSnippets("production-turn", "v2"),
  "snippets/mode=prompt-only,prompt=v1": ofSnippets("prompt-only", "v1"),
  "calls/prompt=v2": ofCalls(calls, "v2"),
  "calls/prompt=v1": ofCalls(calls, "v1"),
  "simulated/prompt=v2": ofCalls(simulations, "v2"),
  "simulated/prompt=v1": ofCalls(simulations, "v1"),
} as const satisfies Record<string, Cassette>;
export type Folder = keyof typeof cassettes;

export const folders = Object.keys(cassettes) as Folder[];
export const completeFolders = folders.filter((folder) => cassettes[folder].complete);
