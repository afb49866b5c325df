import { setImmediate } from "node:timers/promises";
import type { AgentContext, AgentEvent } from "../agent/index.ts";
import { jsonCopy, seededRandom } from "../base/index.ts";
import type { Approval, ApprovalDecision, Approvals } from "../shape/index.ts";
import type { ExchangeRecorder } from "./exchange-recorder.ts";
import type { ExchangeScopes } from "./exchange-scopes.ts";
import type { OwnClients } from "./own-clients.ts";
import type { Scene } from "./scene.ts";
import { withoutFault } from "./tool-faults.ts";
import type { ToolHand } from "./tool-hand.ts";

export function agentContext(
  scene: Scene,
  { scopes, clients, tools }: { scopes: ExchangeScopes; clients: OwnClients; tools: ToolHand },
): AgentContext {
  const { testCase, setting, world, traffic, ids, over } = scene;
  const { variant, seed, repeat } = setting;
  const decide = approver(testCase.approvals);
  return {
    // A copy, so that an agent that changes the case changes it for nobody else.
    case: jsonCopy(testCase),
    world: world.world,
    variant: Object.freeze(withoutFault(variant)),
    model: (model = "agent") => traffic.model(model, () => scene.signal),
    approve: async (call) => {
      // A stopped agent that asks again and again must not keep others from running.
      if (scene.signal.aborted || over.signal.aborted) await setImmediate();
      return scopes.recorder.approve(call, decide);
    },
    record: (event) => recorderFor(event, scopes).record(event),
    tool: tools.run,
    asking: () => traffic.activity.pending.size > 0,
    gateway: () => clients.route.address(),
    clock: { now: () => setting.traffic.clock.now() },
    ids,
    random: seededRandom(seed, `${testCase.id}\n${JSON.stringify(variant)}\n${repeat}`),
    signal: over.signal,
  };
}

/** Texts and calls belong to the exchange in which they began; what the agent tells about itself, to the current one. */
function recorderFor(event: AgentEvent, scopes: ExchangeScopes): ExchangeRecorder {
  const isAboutNow = event?.type === "note" || event?.type === "quiet" || event?.type === "hangup";
  return isAboutNow ? scopes.latest : scopes.recorder;
}

/** Answers for the user if the agent asks before a write, as the case says: by call, per tool, or always. */
export function approver(approvals: Approvals): (tool: string) => Approval {
  const asked = new Map<string, number>();
  const perTool = typeof approvals === "object" && !Array.isArray(approvals);
  return (tool) => {
    const counter = perTool ? tool : "";
    const nth = asked.get(counter) ?? 0;
    asked.set(counter, nth + 1);
    const policy = perTool ? (Object.hasOwn(approvals, tool) ? approvals[tool] : undefined) : approvals;
    return { decision: decide(policy, nth) === "approve" ? "approved" : "rejected" };
  };
}

function decide(policy: ApprovalDecision | ApprovalDecision[] | undefined, nth: number): ApprovalDecision {
  if (policy === undefined) return "approve";
  if (typeof policy === "string") return policy;
  return policy[Math.min(nth, policy.length - 1)] ?? "approve";
}
