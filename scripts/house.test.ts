import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cycles, relativeImports } from "../packages/vivavoce/src/import-order.test-helper.ts";
import { repeatedLines } from "./duplicate-lines.ts";
import { patience } from "./patience.ts";

const root = join(import.meta.dirname, "..");
const isTest = (file: string) => /\.test(?:-helper|-d)?\.tsx?$|(?:^|\/)(?:fixtures|testing)\//.test(file);
const sources = Object.fromEntries(
  execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx", "*.css", "*.js", "*.py"],
    {
      cwd: root,
      encoding: "utf8",
    },
  )
    .split("\n")
    .filter((file) => file !== "" && !isTest(file) && existsSync(join(root, file)))
    .map((file) => [file, readFileSync(join(root, file), "utf8")]),
);

test("tests have no time limit of their own below the common one, which a busy machine would pass", () => {
  const named = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && existsSync(join(root, file)))
    .flatMap((file) =>
      [
        ...readFileSync(join(root, file), "utf8").matchAll(
          /^(?:.*\b(?:describe|test)\b.*|\s*)\btimeout: ([\d_]+)|^\s*\}, (\d+_000)\);$|^\s*\},\n\s*(\d+_000),\n\s*\);$/gm,
        ),
      ]
        .filter(([, option, ...last]) => Number((option ?? last.join("")).replaceAll("_", "")) < patience.testTimeout)
        .map(([line]) => `${file}: ${line.trim()}`),
    );
  expect(named).toEqual([]);
});

describe("the source", () => {
  test("was read: a test that finds no file proves nothing", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(500);
  });

  test("has no block of more than 12 equal lines twice", () => {
    const shown = repeatedLines(sources, 12).map(
      ({ first, second, lines }) => `${first.file}:${first.line} and ${second.file}:${second.line}, ${lines} lines`,
    );
    expect(shown).toEqual([]);
  });

  test("has no files that import each other in a circle, in the package or outside it", () => {
    const typescript = Object.entries(sources).filter(([file]) => /\.tsx?$/.test(file));
    const imports = new Map(typescript.map(([file, source]) => [file, relativeImports(source, file)]));
    expect(cycles(imports)).toEqual([]);
  });
});

/**
 * What each room may weigh: lines, files, exported declarations. A change only lowers these; one that needs more says why
 * in docs/decisions.
 */
const budgets: Record<string, readonly [lines: number, files: number, names: number]> = {
  agent: [3310, 32, 82],
  base: [3959, 56, 187],
  calibration: [2324, 19, 53],
  case: [2535, 23, 77],
  cli: [6976, 59, 148],
  conversation: [4211, 37, 100],
  formats: [4199, 31, 83],
  gate: [2365, 17, 63],
  gateway: [1878, 16, 46],
  judge: [1784, 15, 61],
  lists: [50, 5, 2],
  metric: [10399, 72, 277],
  model: [7392, 54, 214],
  network: [933, 9, 23],
  queue: [1757, 13, 36],
  report: [6189, 53, 174],
  results: [1142, 9, 34],
  run: [6624, 60, 156],
  server: [481, 5, 9],
  shape: [3221, 31, 202],
  spoken: [9278, 71, 309],
  stats: [1733, 27, 76],
  store: [4271, 37, 91],
  suite: [1857, 15, 46],
  "test-runner": [1816, 18, 45],
  world: [2349, 22, 59],
};
const mostFloors = 11;

describe("the rooms of the package", () => {
  const home = "packages/vivavoce/src/";
  const declared =
    /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) /gm;
  const rooms = Map.groupBy(
    Object.entries(sources).filter(([file]) => file.startsWith(home) && file.endsWith(".ts")),
    ([file]) => (file.slice(home.length).includes("/") ? (file.slice(home.length).split("/")[0] ?? "") : "lists"),
  );

  test.each([...rooms])("%s keeps to its budget of lines, files and names", (room, files) => {
    const weights = [
      files.reduce((sum, [, text]) => sum + text.split("\n").length - 1, 0),
      files.length,
      files.reduce((sum, [, text]) => sum + (text.match(declared)?.length ?? 0), 0),
    ];
    const budget = budgets[room] ?? [0, 0, 0];
    const over = weights.filter((weight, index) => weight > (budget[index] ?? 0));
    expect(over, `${room} weighs ${weights.join(", ")} and may weigh ${budget.join(", ")}`).toEqual([]);
  });

  test("have no file of more than 250 lines", () => {
    const lines = ([file, text]: [string, string]) => [file, text.split("\n").length - 1] as const;
    const long = [...rooms.values()]
      .flat()
      .map(lines)
      .filter(([, count]) => count > 250);
    expect(long).toEqual([]);
  });

  test("stand on so many floors and no more", () => {
    const below = (room: string) =>
      new Set(
        (rooms.get(room) ?? []).flatMap(([file, text]) =>
          relativeImports(text, file)
            .filter((imported) => imported.startsWith(home))
            .map((imported) => imported.slice(home.length).split("/")[0] ?? ""),
        ),
      );
    const floors = new Map<string, number>();
    const floorOf = (room: string): number => {
      const known = floors.get(room);
      if (known !== undefined) return known;
      const under = [...below(room)].filter((other) => other !== room && rooms.has(other));
      const floor = 1 + Math.max(0, ...under.map(floorOf));
      floors.set(room, floor);
      return floor;
    };
    const highest = Math.max(...[...rooms.keys()].filter((room) => room !== "lists").map(floorOf));
    expect(highest).toBeLessThanOrEqual(mostFloors);
  });
});

describe("what is found", () => {
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `line(${from + index});`).join("\n");

  test("thirteen equal lines, however they are indented, once and in their whole length", () => {
    const sources = {
      "a.ts": `first;\n${numbered(1, 14)}\nlast;`,
      "b.ts": numbered(1, 14).replaceAll("line", "  line"),
    };
    expect(repeatedLines(sources, 12)).toEqual([
      { first: { file: "a.ts", line: 2 }, second: { file: "b.ts", line: 1 }, lines: 14 },
    ]);
  });

  test("the same block twice in one file", () => {
    expect(repeatedLines({ "a.ts": `${numbered(1, 13)}\nbetween;\n${numbered(1, 13)}` }, 12)).toEqual([
      { first: { file: "a.ts", line: 1 }, second: { file: "a.ts", line: 15 }, lines: 13 },
    ]);
  });

  test("not twelve, and not a line that is repeated in a row", () => {
    expect(repeatedLines({ "a.ts": numbered(1, 12), "b.ts": numbered(1, 12) }, 12)).toEqual([]);
    expect(repeatedLines({ "a.ts": "same;\n".repeat(14) }, 12)).toEqual([]);
  });
});
