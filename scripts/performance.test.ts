import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { compared } from "../bench/performance/compared.ts";
import { type Figures, readFigures } from "../bench/performance/figures.ts";
import { pageFile, pageWith, pictureFile } from "../bench/performance/page.ts";
import { performancePicture } from "../bench/performance/picture.ts";
import { targetsOf } from "../bench/performance/targets.ts";
import type { Tool } from "../bench/performance/tool.ts";

test("the page and the picture of performance show the figures of one run; `npm run bench -- peers` makes them anew", () => {
  const page = readFileSync(pageFile, "utf8");
  expect(pageWith(page, readFigures())).toBe(page);
  expect(readFileSync(pictureFile, "utf8")).toBe(performancePicture(readFigures()));
});

const measured = (seconds: number) => ({ seconds, cpu: seconds, user: seconds, memory: 1e8 });
const judged = (figures: Figures["works"][number]["figures"]): Partial<Figures> => ({
  tools: [{ name: "promptfoo", version: "1" }],
  works: [{ work: { name: "judged", cases: 1_000 }, figures }],
});
const missed = (figures: Partial<Figures>) =>
  targetsOf(figures).flatMap(({ value, limit }) => (value <= limit ? [] : [limit]));

test("a limit is missed when the value is beyond it, and when the tool beside it has none", () => {
  const viva = { Viva: measured(2), "bare loop": measured(1.9) };
  expect(missed(judged({ ...viva, promptfoo: measured(11) }))).toEqual([]);
  expect(missed(judged({ ...viva, promptfoo: measured(9) }))).toEqual([0.2]);
  expect(missed(judged({ ...viva, promptfoo: { cannot: "failed" } }))).toEqual([0.2]);
  expect(missed(judged({ Viva: { cannot: "failed" }, "bare loop": measured(2) }))).toEqual([1.25, 0.2]);
  expect(targetsOf({ ...judged(viva), tools: [], missing: ["promptfoo"] })).toHaveLength(2);
  const sizes = [1_000, 10_000, 100_000].map((cases) => ({ cases, ...measured(cases / 4_000) }));
  expect(missed({ scale: sizes })).toEqual([]);
  expect(missed({ scale: sizes.with(2, { cases: 100_000, seconds: 34, cpu: 34, user: 34, memory: 1.6e8 }) })).toEqual([
    1.3, 1.5,
  ]);
});

test("a tool that makes other calls than the work takes, or ends with an error, has no time", async () => {
  const warnings = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warnings.mockRestore());
  const tool = (name: string, program: string): Tool => ({
    name,
    version: "1",
    prepare: async (_, { folder }) => ({ file: process.execPath, args: ["-e", program], cwd: folder }),
    start: { words: name, command: (cwd) => ({ file: process.execPath, args: ["-e", "0"], cwd }) },
  });
  let calls = 0;
  const server = { url: "http://127.0.0.1:9", calls: async () => calls++, close() {} };
  const tools = [tool("idle", "0"), tool("falls", "process.exit(1)")];
  // The stand-in has counted one call more whenever it is asked, where these cases take none.
  const figures = await compared({ name: "deterministic", cases: 1 }, { tools, rounds: 1, server });
  expect(figures).toEqual({ idle: { cannot: "failed" }, falls: { cannot: "failed" } });
  const counted = await compared(
    { name: "deterministic", cases: 1 },
    { tools, rounds: 1, server: { ...server, calls: async () => 0 } },
  );
  expect(counted).toEqual({
    idle: {
      seconds: expect.any(Number),
      cpu: expect.any(Number),
      user: expect.any(Number),
      memory: expect.any(Number),
    },
    falls: { cannot: "failed" },
  });
  const said = warnings.mock.calls.join("\n");
  expect(said).toContain("idle made 1 calls for deterministic, which takes 0: that is other work");
  expect(said).toMatch(/NOT MEASURED: deterministic with falls\.\n.* ended with 1/);
});
