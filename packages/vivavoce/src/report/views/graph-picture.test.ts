import { describe, expect, test } from "vitest";
import { dag } from "../../metric/index.ts";
import type { DagJson, Score } from "../../shape/index.ts";
import { scored } from "../stored-run.test-helper.ts";
import { decidedPicture } from "./graph-picture.ts";

const { binary, verdict } = dag;

const shared = verdict(0.5, "it is not clear");
const { graph } = dag({
  name: "careful",
  root: binary(
    "asks",
    "Does the agent ask before it archives anything at all that the user may still need, today or later?",
    {
      yes: binary("waits", "Does it wait?", { yes: verdict(1, "careful"), no: shared }),
      no: shared,
    },
  ),
});
const decided = (detail: unknown): Score => scored("careful", 1, { detail: detail as never });

function graphPicture(graph: DagJson) {
  const picture = decidedPicture(decided({ graph, path: [] }));
  if (!picture) throw new Error("the graph was not drawn");
  return picture;
}

describe("the picture of a graph", () => {
  const picture = graphPicture(graph);
  const nodeWidth = picture.nodes[0]?.width ?? 0;
  const at = (id: string) => picture.nodes.find((node) => node.id === id);

  test("has every node once, also one that is shared, and every branch", () => {
    expect(picture.nodes).toHaveLength(4);
    expect(picture.edges.map(({ from, label }) => `${from} ${label}`)).toEqual([
      "asks yes",
      "asks no",
      "waits yes",
      "waits no",
    ]);
  });

  test("leads from left to right, without one node upon another", () => {
    for (const { from, to } of picture.edges) {
      expect((at(from)?.x ?? 0) + nodeWidth).toBeLessThan(at(to)?.x ?? 0);
    }
    const places = picture.nodes.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
    for (const { x } of picture.nodes) expect(x + nodeWidth).toBeLessThanOrEqual(picture.width);
  });

  test("wraps long questions into three lines, the last one cut", () => {
    const lines = at("asks")?.lines ?? [];
    expect(lines).toHaveLength(3);
    expect(lines.join(" ")).toMatch(/^Does the agent ask before it archives .*…$/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(29);
  });

  test("shows what a leaf is worth", () => {
    const leaf = picture.nodes.find(({ lines }) => lines[0] === "1.00");
    expect(leaf).toMatchObject({ kind: "verdict", lines: ["1.00", "careful"] });
  });

  test("of a graph that runs in a circle, or names what is not there, is drawn as far as it goes", () => {
    const circle: DagJson = {
      version: 1,
      root: "a",
      nodes: [
        { kind: "binary", id: "a", question: "?", branches: { yes: "b", no: "gone" } },
        { kind: "binary", id: "b", question: "?", branches: { yes: "a", no: "b" } },
      ],
    };
    expect(graphPicture(circle).nodes.map(({ id, x }) => [id, x])).toEqual([
      ["a", 8],
      ["b", 294],
    ]);
    expect(() => graphPicture({ ...circle, root: "gone" })).not.toThrow();
  });

  test("takes no longer for many ways than for few", () => {
    const chain = Array.from({ length: 50 }, (_, index) => ({
      kind: "binary" as const,
      id: `n${index}`,
      question: "?",
      branches: { yes: `n${index + 1}`, no: `n${Math.min(index + 2, 50)}` },
    }));
    const nodes = [...chain, { kind: "verdict" as const, id: "n50", value: 1, reason: "" }];
    expect(graphPicture({ version: 1, root: "n0", nodes }).nodes).toHaveLength(51);
  });
});

describe("which graph decided a score", () => {
  test("the one in its detail, with the way through it", () => {
    expect(decidedPicture(decided({ graph, path: ["asks"] }))).toEqual({ ...graphPicture(graph), path: ["asks"] });
  });

  test("none, if its detail holds no graph, an invalid one, or one with too many nodes", () => {
    expect(decidedPicture(decided({ other: 1 }))).toBeUndefined();
    expect(decidedPicture(decided({ graph: { root: "x" } }))).toBeUndefined();
    const nodes = Array.from({ length: 61 }, (_, index) => ({
      kind: "verdict",
      id: `n${index}`,
      value: 1,
      reason: "",
    }));
    expect(decidedPicture(decided({ graph: { version: 1, root: "n0", nodes } }))).toBeUndefined();
    expect(decidedPicture({ metric: "m", judged: true, gating: true, status: "skipped", reason: "" })).toBeUndefined();
  });
});
