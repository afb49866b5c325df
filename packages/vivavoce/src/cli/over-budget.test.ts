import { describe, expect, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { isCi } from "./cache-wish.ts";
import { asking, projectHere, servedBy, suiteText } from "./cli.test-helper.ts";

const cases = `["a", "b", "c", "d"].map((id) => ({ id, tags: id === "a" ? ["smoke"] : [], script: [{ content: id }], expect: { contains: [id] } }))`;

/** Each call is expected to take 1,500 tokens, which cost 0.60 dollars. */
function projectAt(url: string) {
  const prices = `prices: { "compatible:any": { input: 400, output: 0 } }`;
  const suite = suiteText({ agent: asking, models: servedBy(url), cases });
  return projectHere({ "a.eval.ts": suite }, `{ suites: ["*.eval.ts"], ${prices} }`);
}

describe("a plan that is expected to cost more than the limit", () => {
  test("is refused in CI before a model is asked, with a remedy", async () => {
    await using server = await scriptedServer();
    const { viva, runs } = projectAt(server.url);
    const { code, stderr } = await viva("run --max-cost 1", { environment: { CI: "true" } });
    expect(code).toBe(64);
    expect(stderr).toContain("expected to cost about $2.40, more than the limit of $1.00");
    expect(stderr).toContain("--max-cost 3)");
    expect(stderr).toContain("--tag smoke");
    expect(server.calls).toBe(0);
    expect(await runs()).toEqual([]);
  });

  test("gives a warning elsewhere, and in a dry run", async () => {
    const usage = { inputTokens: 10, outputTokens: 0 };
    await using server = await scriptedServer({
      answer: ({ messages }) => ({ text: String(messages.at(-1)?.content), usage }),
    });
    const { viva } = projectAt(server.url);
    const dry = await viva("run --max-cost 1 --dry-run", { environment: { CI: "true" } });
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("warning: this run is expected to cost") });
    const played = await viva("run --max-cost 1");
    expect(played).toMatchObject({ code: 0, stdout: expect.stringContaining("--max-cost 3)") });
  });

  test("passes in CI with the limit, or the selection, that was suggested", async () => {
    const usage = { inputTokens: 1_500, outputTokens: 0 };
    await using server = await scriptedServer({
      answer: ({ messages }) => ({ text: String(messages.at(-1)?.content), usage }),
    });
    const { viva } = projectAt(server.url);
    const environment = { CI: "true" };
    const smoke = await viva("run --max-cost 1 --tag smoke", { environment });
    expect(smoke).toMatchObject({ code: 0, stdout: expect.not.stringContaining("warning") });
    expect((await viva("run --max-cost 3 --no-cache", { environment })).code).toBe(0);
    expect(server.calls).toBe(5);
  });
});

test.each([
  [{ CI: "true" }, true],
  [{ CI: "1" }, true],
  [{ CI: "woodpecker" }, true],
  [{ CI: "false" }, false],
  [{ CI: "" }, false],
  [{}, false],
])("%j is CI: %s", (environment, expected) => {
  expect(isCi(environment)).toBe(expected);
});
