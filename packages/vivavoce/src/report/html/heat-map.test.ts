import { describe, expect, test } from "vitest";
import type { CaseTable, CaseTableEntry, TableCell } from "../case-table.ts";
import { heatMap, heatMapData } from "./heat-map.ts";

const scored = (value: number): TableCell => ({ status: "scored", value, passed: value >= 0.7, threshold: 0.7 });

function tableOf(...rows: (TableCell | undefined)[][]): CaseTable {
  const metrics = (rows[0] ?? []).map((_, index) => ({
    name: `metric-${index}`,
    identity: "",
    judged: false,
    gating: true,
  }));
  const cases = rows.map((cells, index): CaseTableEntry => {
    const trial = {
      variant: 0,
      repeat: 1,
      position: index,
      status: "passed" as const,
      cells,
      reasons: [],
    };
    return { id: `case-${index}`, title: `case-${index}`, tags: [], status: "passed", trials: [trial] };
  });
  return { variants: [{}], metrics, cases };
}

describe("the heat map", () => {
  test("has a shade for each part of the scale, and marks what misses its threshold", () => {
    const table = tableOf(
      [scored(0)],
      [scored(0.2)],
      [scored(0.4)],
      [scored(0.6)],
      [scored(0.8)],
      [scored(1)],
      [{ status: "skipped" }],
      [{ status: "errored" }],
      [undefined],
    );
    const kinds = [
      ...heatMap(table, 0, 0)
        .join("")
        .matchAll(/<path class="(\w+)" d="([^"]+)"/g),
    ];
    const squares = new Map(kinds.map(([, kind, path = ""]) => [kind, path.split("M").length - 1]));
    expect(squares).toEqual(
      new Map([
        ["h0", 1],
        ["miss", 4],
        ["h1", 1],
        ["h2", 1],
        ["h3", 1],
        ["h4", 1],
        ["h5", 1],
        ["skipped", 1],
        ["errored", 1],
      ]),
    );
  });

  test("goes on in another band where there are many cases, with few elements", () => {
    const table = tableOf(...Array.from({ length: 1_000 }, () => [scored(1), scored(0)]));
    const bands = heatMap(table, 3, 0).map(String);
    expect(bands).toHaveLength(11);
    expect(bands[1]).toContain('data-suite="3" data-variant="0" data-first="95"');
    expect(bands.join("").match(/<path/g)).toHaveLength(11 * 3);
  });

  test("has larger cells where there are few", () => {
    expect(String(heatMap(tableOf([scored(1)]), 0, 0)[0])).toContain('data-cell="16"');
  });

  test("says in words what each cell shows", () => {
    const data = heatMapData(tableOf([scored(0.5), { status: "unscored" }], [scored(1), undefined]));
    expect(data).toEqual({
      metrics: ["metric-0", "metric-1"],
      cases: ["case-0", "case-1"],
      cells: [
        [
          ["0.50, under 0.7", "1.00"],
          ["unscored", ""],
        ],
      ],
    });
  });
});
