import { describe, expect, test } from "vitest";
import type { Effect, Expectations } from "../../../shape/index.ts";
import { call, caseOf, exchange, scoredOf, transcriptOf } from "../../testing-transcript.test-helper.ts";
import { worldEffects } from "../world-effects.ts";

type Deeds = Parameters<typeof exchange>[0];

const garden = "Projects/Garden.md";
const status = (from: string, to: string, note = garden): Effect => ({
  kind: "frontmatter.set",
  note,
  key: "status",
  from,
  to,
});
const inserted = (note: string): Effect => ({ kind: "text.inserted", note, section: "", text: "x" });
const setStatus = call("set_status", { path: garden, status: "hold" }, { result: "done" });
const rejected = call("set_status", { path: garden }, { approval: { decision: "rejected" } });
const failed = (path: string) => call("set_status", { path, status: "hold" }, { error: { message: "lost" } });
const card = call("show_card", { path: garden }, { effect: "display", result: "…" });

async function failures(
  played: [Deeds, ...Effect[]][],
  effects: Effect[] = [],
  world: NonNullable<Expectations["world"]> = { effects: [] },
) {
  const exchanges = played.map(([deeds, ...changes]) => exchange(deeds, { effects: changes }));
  const { checks } = await scoredOf(worldEffects(), transcriptOf(exchanges, effects), caseOf({ world }));
  return checks.filter(({ ok }) => !ok).map(({ reason }) => reason);
}

describe("a change that is undone before the end", () => {
  test("breaks the frame, in the exchange that made it and in the one that undid it", async () => {
    expect(
      await failures([
        [["Hm."], status("live", "hold")],
        [["Bye."], status("hold", "live")],
      ]),
    ).toEqual([
      `exchange 1: ${garden} status live → hold; the end does not show this change, and no recorded call explains it`,
      `exchange 2: ${garden} status hold → live; the end does not show this change, and no recorded call explains it`,
    ]);
  });

  test.each<[string, Deeds]>([
    ["a call that was rejected", [rejected]],
    ["a call on another note that failed", [failed("Projects/House.md")]],
    ["a call that only displays", [card]],
  ])("is not explained by %s", async (_, deeds) => {
    expect(
      await failures([
        [deeds, status("live", "hold")],
        [[setStatus], status("hold", "live")],
      ]),
    ).toHaveLength(1);
  });

  test("may be what the user asked for, if calls made it", async () => {
    const back = call("set_status", { path: garden, status: "live" }, { result: "done" });
    expect(
      await failures([
        [[setStatus], status("live", "hold")],
        [[back], status("hold", "live")],
      ]),
    ).toEqual([]);
  });

  test("is found beside a lasting change of the same note, if the agent records its calls", async () => {
    const played: [Deeds, ...Effect[]][] = [
      [["Hm."], inserted(garden)],
      [[setStatus], status("live", "hold"), { kind: "text.removed", note: garden, section: "", text: "x" }],
    ];
    const world = { effects: [{ kind: "frontmatter.set", to: "hold" }] };
    expect(await failures(played, [status("live", "hold")], world)).toHaveLength(1);
  });

  test("is none if the end shows what the last of several steps has made", async () => {
    const played: [Deeds, ...Effect[]][] = [
      [[call("hold", { project: "7" }, { result: "done" })], status("live", "pausing")],
      [["It is on hold now."], status("pausing", "hold")],
    ];
    const world = { effects: [{ kind: "frontmatter.set", from: "live", to: "hold" }] };
    expect(await failures(played, [status("live", "hold")], world)).toEqual([]);
  });

  test("may be half of the work of a call that failed", async () => {
    expect(
      await failures([
        [[failed(garden)], status("live", "hold")],
        [[setStatus], status("hold", "live")],
      ]),
    ).toEqual([]);
  });

  test("may be the late work of a call", async () => {
    const back = call("set_status", { path: garden, status: "live" }, { result: "done" });
    const played: [Deeds, ...Effect[]][] = [
      [[setStatus]],
      [["Done."], status("live", "hold")],
      [[back], status("hold", "live")],
    ];
    expect(await failures(played)).toEqual([]);
  });

  test("does not matter where the frame has an exception", async () => {
    const world = { effects: [], frame: { except: ["Projects/**"] } };
    expect(
      await failures(
        [
          [["Hm."], status("live", "hold")],
          [["Bye."], status("hold", "live")],
        ],
        [],
        world,
      ),
    ).toEqual([]);
  });
});

describe("a step on the way to what is expected is not undone if the agent records no calls", () => {
  test("in the same note", async () => {
    const world = { effects: [{ kind: "frontmatter.set", to: "archived" }] };
    const played: [Deeds, ...Effect[]][] = [
      [["Hm."], status("live", "hold")],
      [["Done."], status("hold", "archived")],
    ];
    expect(await failures(played, [status("live", "archived")], world)).toEqual([]);
  });

  test("in a note that is renamed later", async () => {
    const created = (note: string): Effect => ({ kind: "note.created", note, frontMatter: {}, body: "", tasks: [] });
    const played: [Deeds, ...Effect[]][] = [
      [["Hm."], created("A.md"), inserted("A.md")],
      [["Done."], { kind: "note.renamed", from: "A.md", note: "B.md" }],
    ];
    expect(await failures(played, [created("B.md")], { effects: [{ kind: "note.created" }] })).toEqual([]);
  });

  test("inside a value that is there at the end", async () => {
    const played: [Deeds, ...Effect[]][] = [
      [["Hm."], { kind: "value.added", pointer: "/basket/0", to: "tea" }],
      [["Done."], { kind: "value.set", pointer: "/basket", from: ["tea"], to: ["milk"] }],
    ];
    const end: Effect = { kind: "value.set", pointer: "/basket", from: [], to: ["milk"] };
    expect(await failures(played, [end], { effects: [{ kind: "value.set" }] })).toEqual([]);
  });
});
