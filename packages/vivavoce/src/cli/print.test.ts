import { describe, expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";
import { asTyped } from "./print.ts";

test.each([
  [
    "`viva list` shows the runs, `viva baseline list` more.",
    "`npx viva list` shows the runs, `npx viva baseline list` more.",
  ],
  ["Set it again: viva baseline set NAME RUN.", "Set it again: npx viva baseline set NAME RUN."],
  ["npx viva run starts one", "npx viva run starts one"],
  [
    "see .gitlab/viva for vivavoce, viva.config.ts and Viva itself",
    "see .gitlab/viva for vivavoce, viva.config.ts and Viva itself",
  ],
])("a remedy names the command as it can be typed: %s", (remedy, typed) => expect(asTyped(remedy)).toBe(typed));

describe("a local installation, where viva is not on the path", () => {
  const { viva } = projectHere({ "a.eval.ts": suiteText() });

  test("lists commands that work there", async () => {
    expect((await viva("list")).stdout).toBe("no runs yet: npx viva run starts one\n");
    expect((await viva("rm nope")).stderr).toMatch(/^viva: .*nope.*\n.*npx viva /);
    expect((await viva("show")).stderr).toContain("usage: npx viva show [options] <run> [case]\n(npx viva help show");
    expect((await viva("nope")).stderr).toContain("(npx viva --help lists the commands)");
  });

  test("reports that there is no such command, and suggests the nearest", async () => {
    expect(await viva("help nope")).toMatchObject({
      code: 64,
      stdout: "",
      stderr: "viva: there is no command nope to help with\n    `npx viva help` lists them.\n",
    });
    expect((await viva("help lst")).stderr).toContain("Did you mean list?");
    expect(await viva("help list")).toMatchObject({ code: 0, stdout: expect.stringContaining("Usage: viva list") });
    expect((await viva("help")).code).toBe(0);
  });
});
