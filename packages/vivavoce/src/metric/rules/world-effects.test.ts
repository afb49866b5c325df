import { describe, expect, test } from "vitest";
import type { Effect, Expectations } from "../../shape/index.ts";
import { caseOf, scoredOf, scoreOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { worldEffects } from "./world-effects.ts";

type World = NonNullable<Expectations["world"]>;

const garden = "Projects/Garden.md";
const archived: Effect = { kind: "frontmatter.set", note: garden, key: "status", from: "live", to: "archived" };
const added = (text: string, note = garden): Effect => ({
  kind: "task.added",
  note,
  section: "Next actions",
  text,
  box: "open",
});

const score = (world: World, effects: Effect[]) =>
  scoredOf(worldEffects(), transcriptOf([["done"]], effects), caseOf({ world: structuredClone(world) }));
const value = async (world: World, effects: Effect[]) => (await score(world, effects)).value;

describe("expected effects", () => {
  test("one that happened scores 1", async () => {
    expect(
      await value({ effects: [{ kind: "task.added", note: garden, text: "Buy seeds" }] }, [added("Buy seeds")]),
    ).toBe(1);
  });

  test("fields that are not named are free, those named are not", async () => {
    expect(await value({ effects: [{ kind: "task.added" }] }, [added("Buy seeds")])).toBe(1);
    expect(await value({ effects: [{ kind: "task.added", box: "waiting" }] }, [added("Buy seeds")])).toBe(0);
    expect(await value({ effects: [{ kind: "task.added", author: "me" }] }, [added("Buy seeds")])).toBe(0);
  });

  test("strings may be matchers, the kind too", async () => {
    expect(await value({ effects: [{ kind: "task.added", text: { matches: "seed" } }] }, [added("Buy seeds")])).toBe(1);
    expect(await value({ effects: [{ kind: { oneOf: ["task.added", "text.inserted"] } }] }, [added("Buy seeds")])).toBe(
      1,
    );
    expect(await value({ effects: [{ kind: "task.added", text: { matches: "tool" } }] }, [added("Buy seeds")])).toBe(0);
  });

  test("one that did not happen is missing, and the nearest change is named", async () => {
    const { value, checks } = await score({ effects: [{ kind: "task.added", note: garden, text: "Buy soil" }] }, [
      added("Buy seeds"),
    ]);
    expect(value).toBe(0);
    expect(checks[0]).toMatchObject({ id: "effect-1", verdict: "missing", ok: false });
    expect(checks[0]?.reason).toContain('text is "Buy seeds", expected "Buy soil"');
  });

  test("where nothing changed, that is said", async () => {
    expect((await score({ effects: [{ kind: "note.created" }] }, [])).checks[0]?.reason).toBe(
      "expected note.created, but nothing changed",
    );
  });

  test("two of a kind need two changes", async () => {
    const twice: World = { effects: [{ kind: "task.added" }, { kind: "task.added" }] };
    expect(await value(twice, [added("a"), added("b")])).toBe(1);
    expect(await value(twice, [added("a")])).toBe(0);
  });

  test("are matched by the best assignment, not by the first that fits", async () => {
    const effects = [{ kind: "task.added" }, { kind: "task.added", text: "a" }];
    expect(await value({ effects }, [added("a"), added("b")])).toBe(1);
  });
});

describe("the frame rule", () => {
  test("nothing expected and nothing changed scores 1", async () => {
    const { value, checks } = await score({ effects: [] }, []);
    expect(value).toBe(1);
    expect(checks).toMatchObject([{ ok: true, reason: "nothing changed" }]);
  });

  test("nothing expected, but something changed: a sentence says what", async () => {
    const { value, checks } = await score({ effects: [] }, [archived]);
    expect(value).toBe(0);
    expect(checks).toMatchObject([
      { ok: false, verdict: "changed", reason: `nothing should have changed, but: ${garden} status live → archived` },
    ]);
    expect(checks[0]?.evidence).toEqual([{ text: `${garden} status live → archived`, source: "fact" }]);
  });

  test("a change beside the expected one breaks it", async () => {
    const { value, checks } = await score({ effects: [{ kind: "task.added" }] }, [added("a"), archived]);
    expect(value).toBe(0);
    expect(checks.map(({ ok }) => ok)).toEqual([true, false]);
    expect(checks[1]?.reason).toMatch(/^nothing else should have changed, but: /);
  });

  test("every unexpected change is a check", async () => {
    expect((await score({ effects: [] }, [archived, added("a")])).checks).toHaveLength(2);
  });

  test("changes in what is excepted are free", async () => {
    const frame = { except: ["Reviews/**"] };
    expect(await value({ effects: [], frame }, [added("a", "Reviews/Week.md")])).toBe(1);
    expect(await value({ effects: [], frame }, [added("a")])).toBe(0);
    expect(await value({ effects: [] }, [added("a", "Reviews/Week.md")])).toBe(0);
  });

  test("an expected change is met by the one that would break the frame", async () => {
    const world: World = { effects: [{ kind: "task.added" }], frame: { except: ["Reviews/**"] } };
    expect(await value(world, [added("a", "Reviews/Week.md"), added("b")])).toBe(1);
    expect(await value(world, [added("b"), added("a", "Reviews/Week.md")])).toBe(1);
  });

  test("JSON worlds have it too", async () => {
    const set: Effect = { kind: "value.set", pointer: "/slots/0/free", from: true, to: false };
    expect(await value({ effects: [{ kind: "value.set", pointer: "/slots/0/free", to: false }] }, [set])).toBe(1);
    expect(await value({ effects: [] }, [set])).toBe(0);
  });
});

describe("is skipped", () => {
  test("where the case says nothing of the world", async () => {
    expect(await scoreOf(worldEffects(), transcriptOf([["done"]], []))).toMatchObject({ status: "skipped" });
  });

  test("where Viva cannot see the world", async () => {
    const score = await scoreOf(worldEffects(), transcriptOf([["done"]]), caseOf({ world: { effects: [] } }));
    expect(score).toMatchObject({ status: "skipped", reason: "Viva cannot see the world" });
  });
});

test("it takes a name and can be for the report only", () => {
  expect(worldEffects({ name: "vault", report: true })).toMatchObject({ name: "vault", gating: false });
});
