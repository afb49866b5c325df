import type { Tape } from "../model/index.ts";
import type { CallRecord, Usage } from "../shape/index.ts";
import type { SuitePlan } from "./plan.ts";

/** What the suite's tapes say about the calls to one of its models. */
interface TapedCalls {
  role: CallRecord["role"];
  /** In a trial, on average. */
  perTrial: number;
  /** The usage of a call, on average; undefined if no tape has it, as hand-written ones may not. */
  usage: Usage | undefined;
}

/** How many tapes are read: enough for an average, and quick to read. */
const most = 20;

/** The calls on the tapes of the planned cases, by the names of the suite's models. */
export async function tapedCalls(plan: SuitePlan): Promise<ReadonlyMap<string, TapedCalls>> {
  const tapes = await readTapes(plan);
  const byModel = Map.groupBy(
    tapes.flatMap(({ records }) => records),
    modelOf,
  );
  return new Map(
    [...byModel].map(([model, records]) => [
      model,
      {
        role: records[0]?.role ?? "agent",
        perTrial: records.length / tapes.length,
        usage: averageOf(records.flatMap(({ answer }) => answer.usage ?? [])),
      },
    ]),
  );
}

async function readTapes({ variants, cases, cassette }: SuitePlan): Promise<Tape[]> {
  const planned = variants.flatMap(({ variant, cases: positions }) =>
    [...spread(positions, Math.ceil(most / variants.length))].map((position) => ({ variant, id: cases.id(position) })),
  );
  const tapes: Tape[] = [];
  for (const { variant, id } of planned) {
    // An unreadable tape matters only to a replay: a live run does not need it.
    const [tape] = await cassette.read(variant, id).catch(() => []);
    if (tape && tape.incomplete === undefined) tapes.push(tape);
  }
  return tapes;
}

/** At most this many of them, spread from the first to the last. */
function spread(positions: Uint32Array, count: number): Uint32Array {
  const step = Math.max(1, positions.length / count);
  return positions.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** "criteria@strict" is what the judge "strict" was asked; an agent may have several models. */
function modelOf({ role, label }: CallRecord): string {
  if (role === "judge") return /@([^/]+)$/.exec(label)?.[1] ?? "judge";
  return role === "agent" && label !== "" ? label : role;
}

function averageOf(usages: readonly Usage[]): Usage | undefined {
  if (usages.length === 0) return undefined;
  const mean = (count: (usage: Usage) => number) => usages.reduce((sum, one) => sum + count(one), 0) / usages.length;
  return {
    inputTokens: mean(({ inputTokens }) => inputTokens),
    outputTokens: mean(({ outputTokens }) => outputTokens),
    cachedTokens: mean(({ cachedTokens = 0 }) => cachedTokens),
  };
}
