import { expect, test } from "vitest";
import { projectHere } from "./cli.test-helper.ts";

test("model calls after the end of their conversation are counted by case, and change no verdict", async () => {
  const suite = `
    import { suite } from "vivavoce";
    import { contains } from "vivavoce/metrics";
    let first;
    const body = JSON.stringify({ model: "small", messages: [{ role: "user", content: "late" }] });
    const post = () => fetch(first + "/v1/chat/completions", { method: "POST", body });
    const lines = (id) => ({ id, script: [{ content: "Hello" }], expect: { contains: ["Hello"] } });
    export default suite({
      name: "late",
      cases: [lines("one"), lines("two")],
      agent: {
        name: "late",
        version: "1",
        open: async ({ case: { id }, gateway, record }) => ({
          async reply(message) {
            if (id === "one") first = (await gateway()).url;
            else await Promise.all([post(), post()]);
            record({ type: "text", text: message });
          },
        }),
      },
      metrics: [contains()],
    });`;
  const { code, stderr } = await projectHere({ "late.eval.ts": suite }).viva("run --concurrency 1");
  expect(code).toBe(0);
  expect(stderr).toContain("viva: refused 2 model calls of case one that came when its conversation was over; await");
});
