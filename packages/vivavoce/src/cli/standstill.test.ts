import { describe, expect, test } from "vitest";
import { casesOf, projectOf, suiteText } from "./cli.test-helper.ts";
import { standstillAfter } from "./standstill.ts";

const stubborn = `{
  name: "stubborn",
  version: "1",
  open: (context) => ({
    async reply(message) {
      if (message.includes("two")) {
        // The first case is on disk by then.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        for (;;);
      }
      context.record({ type: "text", text: message });
    },
  }),
}`;

describe("a standstill", () => {
  test("is waited for longer than an exchange may take, as limits strike late", () => {
    expect([100, 4_000, 120_000].map(standstillAfter)).toEqual([5_000, 8_000, 130_000]);
  });

  test("that code of a suite brings about ends the process, and what was finished is kept", async () => {
    const fields = "limits: { exchangeMs: 3_000 }";
    const suite = suiteText({ cases: casesOf("one", "two"), agent: stubborn, fields });
    const project = projectOf({ "exam.eval.ts": suite });
    const { child, ended } = project.start("run --concurrency 1");
    const { stderr } = await ended;
    expect(child.signalCode).toBe("SIGKILL");
    expect(stderr).toContain("has kept the process busy for 6 s");
    expect(stderr).toContain("viva run --resume goes on");
    expect(await project.statuses()).toEqual(["one passed"]);
  });
});
