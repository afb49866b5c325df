// The suite that every misbehaving agent is played in: four healthy cases before it and four after it.
import { setTimeout as sleep } from "node:timers/promises";
import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
import { contained } from "./contained.ts";
import { farReaching } from "./far-reaching.ts";
import type { Misbehaviour, OddWorld } from "./misbehaviour.ts";

export const misbehaviours: readonly Misbehaviour[] = [...contained, ...farReaching];

export const odd = "odd";
const before = [1, 2, 3, 4].map((number) => `before-${number}`);
const after = [1, 2, 3, 4].map((number) => `after-${number}`);
export const neighbours: readonly string[] = [...before, ...after];

/** The suite with the kind of this name in its midst. */
export function suiteWith(name: string) {
  const kind = misbehaviours.find((one) => one.name === name);
  if (!kind) throw new Error(`there is no misbehaviour ${name}`);
  return suite({
    name: "neighbours",
    cases: [...before, odd, ...after].map((id) => ({
      id,
      script: id === odd ? [{ content: "Hello" }] : [{ content: "Hello" }, { content: "Goodbye" }],
      expect: { contains: [`Hello ${id}`] },
    })),
    world: () => {
      const value: OddWorld["value"] = { notes: [] };
      return { value, snapshot: () => value as never, diff: () => [] };
    },
    agent: {
      name: "neighbours",
      version: "1",
      open(context) {
        const { id } = context.case;
        const answer = () => context.record({ type: "text", text: `Hello ${id}` });
        if (id === odd) return kind.open(context, answer);
        return {
          async reply() {
            await sleep(id === after.at(-1) ? (kind.lingerMs ?? 10) : 10);
            answer();
          },
        };
      },
    },
    metrics: [contains()],
  });
}
