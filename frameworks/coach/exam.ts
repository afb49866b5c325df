import { resolve } from "node:path";
import { type Agent, cases, type SuiteDefinition, suite } from "vivavoce";
import { safety, toolUse, worldEffects } from "vivavoce/metrics";
import { coachCase } from "../../examples/flow-coach/case.ts";
import { flowCoach } from "../../examples/flow-coach/coach/agent.ts";
import exam from "../../examples/flow-coach/coach.eval.ts";
import type { Vault } from "../../examples/flow-coach/vault/vault.ts";

const coach = resolve(import.meta.dirname, "../../examples/flow-coach");

type Context = Parameters<Agent<Vault>["open"]>[0];

/**
 * The coach's own exam, taken over another road. With COACH_SERVER the agent's models are asked there and only what code
 * decides is scored; otherwise everything is replayed from the example's own tapes.
 */
export function examOver(road: string, agent: SuiteDefinition["agent"], more: Partial<SuiteDefinition> = {}) {
  const server = process.env.COACH_SERVER;
  const live = {
    metrics: [toolUse(), worldEffects(), safety()],
    models: { agent: { model: "compatible:google/gemini-2.5-flash", baseURL: server } },
    cassettes: process.env.COACH_TAPES,
  };
  const replayed = { metrics: exam.metrics, models: exam.models, cassettes: `${coach}/cassettes` };
  return suite({
    name: road,
    cases: cases(`${coach}/cases/*.json`, coachCase),
    world: exam.world,
    variants: { prompt: ["v2"] },
    agent,
    ...(server ? live : replayed),
    ...more,
    gateway: { ...(server ? { upstream: server } : {}), ...more.gateway },
  } as SuiteDefinition);
}

/** The coach as it is, but for where its answers come from. */
export function coachAsking(model: Context["model"]): Agent<Vault> {
  const agent = flowCoach({ prompt: "v2" });
  return { ...agent, open: (context) => agent.open({ ...context, model }) };
}
