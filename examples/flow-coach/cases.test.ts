import { describe, expect, test } from "vitest";
import { nothingAgent, play } from "vivavoce";
import { failuresOf } from "./testing/score.ts";
import { shippedCases } from "./testing/shipped-cases.ts";
import { coachTools } from "./tools/index.ts";
import { vaultOf } from "./vault/vault.ts";

const cases = await shippedCases();
const write = new Set(coachTools.filter(({ spec }) => spec.effect === "write").map(({ spec }) => spec.name));

test("there are at least 24 cases, each with an id of its own", () => {
  expect(cases.length).toBeGreaterThanOrEqual(24);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

test("every tool has a case that expects it", () => {
  const expected = cases.flatMap(({ expect: { tools = [] } }) =>
    tools.filter(({ shouldCall }) => shouldCall).flatMap(({ tools: names = [] }) => names),
  );
  expect(new Set(expected)).toEqual(new Set(coachTools.map(({ spec }) => spec.name)));
});

test("names of parameters are those of the tools", () => {
  for (const {
    id,
    expect: { tools = [] },
  } of cases) {
    for (const { tools: names = [], arguments: given = {}, required = [] } of tools) {
      const known = coachTools
        .filter(({ spec }) => names.includes(spec.name))
        .flatMap(({ spec }) => Object.keys(spec.parameters.properties ?? {}));
      for (const name of [...Object.keys(given), ...required]) expect(known, `${id}: ${name}`).toContain(name);
    }
  }
});

test("every way to say what is expected is used by a case", () => {
  const used = (field: string) => cases.filter(({ expect: expected }) => field in expected).length;
  for (const field of ["tools", "extraCalls", "world", "safety", "criteria", "coherence"]) {
    expect(used(field), field).toBeGreaterThan(0);
  }
  expect(new Set(cases.flatMap(({ expect: { criteria } }) => criteria?.rubrics ?? []))).toEqual(
    new Set(["stalled-project", "weekly-review", "next-action-quality"]),
  );
  expect(cases.some(({ approvals }) => approvals === "reject")).toBe(true);
  expect(cases.some(({ approvals }) => Array.isArray(approvals))).toBe(true);
  expect(cases.some(({ approvals }) => typeof approvals === "object" && !Array.isArray(approvals))).toBe(true);
  const lines = cases.flatMap(({ script }) => script);
  expect(lines.some(({ refuses }) => refuses)).toBe(true);
  expect(lines.some(({ consents }) => consents)).toBe(true);
});

describe.each(cases)("$id", (testCase) => {
  test("states what it expects of tools and of the vault, and what good coaching is", () => {
    const { tools = [], world, criteria } = testCase.expect;
    expect(tools).not.toEqual([]);
    expect(world).toBeDefined();
    expect(criteria?.criteria.length).toBeGreaterThanOrEqual(2);
    expect(criteria?.threshold).toBeGreaterThanOrEqual(0.7);
  });

  test("has a vault that can be built", () => {
    expect(vaultOf(testCase).list().length).toBeGreaterThanOrEqual(4);
  });

  test("speaks of notes that are in its vault", () => {
    const notes = vaultOf(testCase).list();
    const paths = (testCase.expect.tools ?? []).flatMap(({ arguments: given = {} }) =>
      [given.project_path, given.project_file, given.file].filter((path) => typeof path === "string"),
    );
    for (const path of paths) expect(notes).toContain(path);
  });

  test("expects a change of the vault only where it expects a tool that writes", () => {
    const { tools = [], world } = testCase.expect;
    const writes = tools.some(
      ({ shouldCall, tools: names }) => shouldCall && (names?.some((name) => write.has(name)) ?? true),
    );
    if ((world?.effects.length ?? 0) > 0) expect(writes).toBe(true);
  });

  test("is tagged no-action exactly if an agent that does nothing passes it", async () => {
    const agent = nothingAgent(coachTools.map(({ spec }) => spec));
    const { file: _, ...played } = testCase;
    const transcript = await play(agent, played, { world: vaultOf(testCase) });
    const passes = Object.keys(await failuresOf(transcript, testCase)).length === 0;
    expect(passes).toBe(testCase.tags.includes("no-action"));
  });
});
