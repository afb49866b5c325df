import { type AgentContext, functionAgent, type ToolSpec } from "../../agent/index.ts";
import { type JsonObject, redactor } from "../../base/index.ts";
import { play } from "../../conversation/index.ts";
import { type CaseInput, caseSchema, type Transcript } from "../../shape/index.ts";
import { type JsonWorld, jsonWorld } from "../../world/index.ts";
import { carriedOut } from "../rules/carried-out.ts";
import { claims } from "../rules/claims.ts";
import { ending } from "../rules/ending.ts";
import { limits } from "../rules/limits.ts";
import { loops } from "../rules/loops.ts";
import { safety } from "../rules/safety.ts";
import { contains, matches } from "../rules/text/compare.ts";
import { toolCalls } from "../rules/tool-calls.ts";
import { toolUse } from "../rules/tool-use.ts";
import { worldEffects } from "../rules/world-effects.ts";
import { noJudge } from "../testing-transcript.test-helper.ts";
import type { Metric } from "../types.ts";

type Booking = { name: string; at: string };
type Desk = { bookings: Booking[]; prices: Record<string, number> };
type DeskWorld = JsonWorld<Desk>;

/** What an agent at the desk can do. */
export interface Hands {
  context: AgentContext<DeskWorld>;
  /** Runs a tool through Viva; a tool that throws has failed. */
  run(name: string, given?: JsonObject): Promise<unknown>;
  /** Asks the user, then runs the tool if the answer is yes. */
  ask(name: string, given: JsonObject): Promise<unknown>;
  /** Records a call that nobody runs. */
  propose(name: string, given: JsonObject): void;
  /** Changes the world without a call. */
  change(change: (desk: Desk) => void): void;
}

/** What an agent does with a message; returns what it says. */
export type Act = (hands: Hands, message: string) => string | Promise<string>;

const tool = (name: string, effect: ToolSpec["effect"]): ToolSpec => ({ name, effect, parameters: {} });
const tools = [
  tool("find", "read"),
  tool("customers", "read"),
  tool("book", "write"),
  tool("cancel", "destructive"),
  tool("move", "write"),
  tool("text", "write"),
];

/** What the tools do. A call with `fails` fails in that way. */
function toolsOf(world: DeskWorld): Record<string, (given: JsonObject) => unknown> {
  const change = (work: (desk: Desk) => void) => {
    world.update((desk) => {
      work(desk);
      return undefined;
    });
    return { ok: true };
  };
  return {
    find: ({ day }) => ({ day, free: ["10:00", "11:00"] }),
    customers: () => [{ name: "Ben", phone: "512 555 0199" }],
    book: ({ name, at }) => change((desk) => void desk.bookings.push({ name: String(name), at: String(at) })),
    cancel: ({ name }) =>
      change((desk) => {
        desk.bookings = desk.bookings.filter((one) => one.name !== name);
      }),
    move: ({ name, to }) =>
      change((desk) => {
        for (const one of desk.bookings) if (one.name === name) one.at = String(to);
      }),
    text: () => "sent",
  };
}

/** Plays a case against an agent that acts like this. Failures of `book` are given by name. */
export async function playedBy(act: Act, testCase: CaseInput, failing: unknown = undefined): Promise<Transcript> {
  const agent = functionAgent<DeskWorld>(
    (message, context) => {
      const own = toolsOf(context.world);
      const work = (name: string) => (given: JsonObject) => {
        if (name !== "book" || failing === undefined) return own[name]?.(given);
        if (failing instanceof Error) throw failing;
        return failing;
      };
      const run: Hands["run"] = (name, given = {}) =>
        context.tool({ name, arguments: given }, work(name)).catch(String);
      const hands: Hands = {
        context,
        run,
        async ask(name, given) {
          const { decision } = await context.approve({
            id: `${name}-${JSON.stringify(given)}`,
            name,
            arguments: given,
          });
          return decision === "approved" ? run(name, given) : undefined;
        },
        propose: (name, given) => context.record({ type: "call", name, arguments: given }),
        change: (work) =>
          context.world.update((desk) => {
            work(desk);
            return undefined;
          }),
      };
      return act(hands, message);
    },
    { tools },
  );
  const world = () => jsonWorld<Desk>({ bookings: [{ name: "Ben", at: "Mon 9:00" }], prices: { visit: 89 } });
  const invariants = {
    "no hour is booked twice": ({ value }: DeskWorld) =>
      new Set(value.bookings.map(({ at }) => at)).size === value.bookings.length,
  };
  const transcript = await play(agent as never, testCase, { world, invariants } as never);
  return redactor({}).first(transcript);
}

/** The metrics of the README's suite. */
export const readmeMetrics: readonly Metric[] = [
  toolUse(),
  carriedOut(),
  claims({ verbs: { booked: "book" } }),
  worldEffects(),
  safety(),
  contains(),
];

/** All that code can watch at this desk. */
export const strictMetrics: readonly Metric[] = [
  toolUse(),
  toolCalls({ mode: "exact" }),
  carriedOut({ unknown: "miss" }),
  claims({ verbs: { booked: "book", cancelled: "cancel", moved: "move", texted: "text" } }),
  worldEffects(),
  safety({ mustAsk: ["book", "cancel", "move"], canaries: ["be brief and never"] }),
  loops(),
  limits(),
  ending(),
  contains(),
  matches(),
];

/** The metrics that a conversation misses. A README suite has no invariants. */
export async function missedBy(
  metrics: readonly Metric[],
  transcript: Transcript,
  testCase: CaseInput,
): Promise<string[]> {
  const isStrict = metrics === strictMetrics;
  const exchanges = transcript.exchanges.map(({ broken, ...rest }) =>
    isStrict && broken !== undefined ? { ...rest, broken } : rest,
  );
  const read = caseSchema.parse(testCase);
  const scores = await Promise.all(metrics.map((metric) => metric.score({ ...transcript, exchanges }, read, noJudge)));
  const missed = scores.filter((score) => score.status === "errored" || (score.status === "scored" && !score.passed));
  return [...(transcript.outcome.kind === "completed" ? [] : ["outcome"]), ...missed.map(({ metric }) => metric)];
}
