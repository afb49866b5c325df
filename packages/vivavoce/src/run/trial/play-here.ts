import { sentencesOf, tooLargeToKeep } from "../../base/index.ts";
import { asOutage, type ConversationLimits, openWorld, playCase, type Setting } from "../../conversation/index.ts";
import { gatewayOrigin, startGateway } from "../../gateway/index.ts";
import type { SuiteNetwork } from "../../network/index.ts";
import { type Case, lastExchange, type Transcript, type Variant } from "../../shape/index.ts";
import { suiteMcp, userStack } from "../../suite/index.ts";
import type { SuitePlan } from "../plan.ts";

/** One conversation to be played, as any process that has loaded the suite can play it. */
export interface Conversing {
  case: Case;
  variant: Variant;
  repeat: number;
  /** From 1: a conversation that the simulated user spoiled is played again. */
  attempt: number;
  seed: number;
  limits: Partial<ConversationLimits>;
  proxy?: string | undefined;
  clock?: "real" | undefined;
  standIn: SuitePlan["standIn"];
}

/** The parts of a conversation that cannot be sent to another process. */
interface Surrounded extends Pick<Setting, "traffic" | "signal" | "onExchange" | "network"> {
  /** Called with what an agent does after its trial; the trial is "failed" for it if no status is given. */
  onLate?: ((complaint: string, status?: "errored") => void) | undefined;
}

/** Plays a conversation in this process, with a fresh agent and a fresh world. */
export async function playHere(
  { loaded, network, agent }: Pick<SuitePlan, "loaded" | "network" | "agent">,
  conversing: Conversing,
  surrounded: Surrounded,
): Promise<Transcript> {
  const { case: testCase, standIn: _standIn, ...setting } = conversing;
  const { suite, folder, root = folder } = loaded;
  const { world, invariants, mocks, ends, failed } = suite;
  // Started before the agent's code runs: a redirected request cannot wait for it.
  if (gatewayOrigin() === undefined) await startGateway();
  const connections = network.trial((complaint) => surrounded.onLate?.(complaint, "errored"));
  const play = () => {
    const own = {
      world: openWorld(world, testCase),
      invariants,
      mocks,
      ends,
      failed,
      mcp: suiteMcp(loaded),
      replayed: network.isClosed,
      leads: (host: string, port: number | undefined) => network.leads(host, port),
      cut: connections.signal,
      stackOf: (error: unknown) => userStack(error, root),
    };
    return playCase(agent(setting.variant), testCase, { ...setting, ...surrounded, ...own });
  };
  let transcript: Transcript;
  try {
    transcript = await connections.within(play);
  } finally {
    connections.end();
  }
  return withRefusal(keptTranscript(transcript), connections);
}

/** Also if the agent went on without the connection, or tried it after its last reply. */
function withRefusal(transcript: Transcript, { signal }: ReturnType<SuiteNetwork["trial"]>): Transcript {
  const isSpared = !signal.aborted || transcript.outcome.kind === "infrastructure";
  return isSpared ? transcript : asOutage(transcript, sentencesOf(signal.reason));
}

/** A conversation that is too large for the store fails its trial; its size is kept instead of its text. */
function keptTranscript(transcript: Transcript): Transcript {
  const size = tooLargeToKeep(transcript);
  if (size === undefined) return transcript;
  const { world: _world, ...rest } = transcript;
  const outcome: Transcript["outcome"] =
    transcript.outcome.kind === "infrastructure"
      ? transcript.outcome
      : {
          kind: "agent-failed",
          reason: "threw",
          message: `what the agent said and did takes ${size} conversation; it is left out here`,
          exchange: lastExchange(transcript) ?? 1,
        };
  return { ...rest, exchanges: [], outcome };
}
