import type { Variant } from "../agent/index.ts";
import type { Case } from "../case/index.ts";
import { type ConversationLimits, openWorld, playCase, type Setting } from "../conversation/index.ts";
import { agentOf, type Suite } from "../suite/index.ts";
import type { Transcript } from "../transcript/index.ts";
import type { RunOptions } from "./options.ts";
import { standIn } from "./stand-in.ts";

/** One conversation to be played, as any process that has loaded the suite can play it. */
export interface Conversing {
  case: Case;
  variant: Variant;
  repeat: number;
  /** From 1: a conversation that the simulated user spoiled is played again. */
  attempt: number;
  seed: number;
  limits: Partial<ConversationLimits>;
  standIn: RunOptions["agent"];
}

/** What a conversation needs that cannot be sent to another process. */
export type Surrounded = Pick<Setting, "traffic" | "signal" | "onLate" | "onExchange" | "network">;

/** Plays a conversation in this process, with a fresh agent and a fresh world. */
export function playHere(suite: Suite, conversing: Conversing, surrounded: Surrounded): Promise<Transcript> {
  const { case: testCase, standIn: wanted, ...setting } = conversing;
  const agent = standIn(wanted, agentOf(suite, conversing.variant));
  return playCase(agent, testCase, { ...setting, ...surrounded, world: openWorld(suite.world, testCase) });
}
