import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CaseInput } from "../shape/index.ts";
import { directoryWorld, type JsonWorld, jsonWorld } from "../world/index.ts";
import { type PlayOptions, play } from "./play.ts";

type Desk = JsonWorld<{ slots: string[] }>;
const twice: CaseInput = { id: "c", script: [{ content: "ten" }, { content: "ten" }] };
const desk = () => jsonWorld({ slots: [] as string[] });
const booking = (message: string, { world }: { world: unknown }) => {
  (world as Desk).update((value) => {
    value.slots.push(message);
    return undefined;
  });
  return "Booked.";
};
const brokenIn = async (invariants: PlayOptions<Desk>["invariants"]) => {
  const { exchanges, outcome } = await play(booking as never, twice, { world: desk, invariants } as never);
  return { broken: exchanges.map(({ broken }) => broken), outcome };
};

test("an invariant is asked after every exchange, and the first broken one is the reason", async () => {
  const invariants = {
    "a slot has a name": (world: Desk) => world.value.slots.every(Boolean),
    "no slot is booked twice": (world: Desk) => new Set(world.value.slots).size === world.value.slots.length,
    "at most one": (world: Desk) => (world.value.slots.length > 1 ? "there are two" : undefined),
  };
  expect((await brokenIn(invariants)).broken).toEqual([undefined, "no slot is booked twice"]);
  expect((await brokenIn({ "at most one": invariants["at most one"] })).broken).toEqual([
    undefined,
    "at most one: there are two",
  ]);
});

test.for([
  [
    "threw",
    () => {
      throw new Error("no desk");
    },
    "the world failed: no desk",
  ],
  ["is asynchronous", () => Promise.resolve(false), 'the invariant "rule" returned neither true, false nor a reason'],
] as const)("an invariant that %s is an outage, not a broken rule", async ([, rule, message]) => {
  expect((await brokenIn({ rule: rule as never })).outcome).toMatchObject({
    kind: "infrastructure",
    message: expect.stringContaining(message),
  });
});

test("a directory has invariants as well", async () => {
  const source = mkdtempSync(join(tmpdir(), "viva-invariants-"));
  writeFileSync(join(source, "a.txt"), "a");
  const { exchanges } = await play(
    ((_message: string, { world }: { world: { path: string } }) => {
      writeFileSync(join(world.path, "b.txt"), "b");
      return "Done.";
    }) as never,
    { id: "c", script: [{ content: "go" }] },
    {
      world: () => directoryWorld(source),
      invariants: { "one file": (world: { path: string }) => readdirSync(world.path).length === 1 },
    } as never,
  );
  expect(exchanges[0]?.broken).toBe("one file");
});
