import { describe, expect, test } from "vitest";
import { call, display, rejected, scoredOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { type ToolPermissionOptions, toolPermission } from "./tool-permission.ts";

const score = (options: ToolPermissionOptions, ...deeds: Parameters<typeof transcriptOf>[0]) =>
  scoredOf(toolPermission(options), transcriptOf(deeds));

describe("toolPermission", () => {
  test("only allowed tools may be called", async () => {
    expect((await score({ allow: ["add", "show"] }, [call("add"), display("show")])).value).toBe(1);
    const breach = await score({ allow: ["add"] }, ["hm"], [call("add"), display("show")]);
    expect(breach).toMatchObject({ value: 0, passed: false });
    expect(breach.checks).toHaveLength(1);
    expect(breach.checks[0]).toMatchObject({
      ok: false,
      reason: "exchange 2: show is not among the allowed tools",
      evidence: [{ text: "show({})", exchange: 2, source: "call" }],
    });
  });

  test("denied tools may not be called, even where they are allowed", async () => {
    expect((await score({ deny: ["remove"] }, [call("add")])).value).toBe(1);
    expect((await score({ deny: ["remove"] }, [call("remove")])).value).toBe(0);
    expect((await score({ allow: ["remove"], deny: ["remove"] }, [call("remove")])).value).toBe(0);
  });

  test("an empty list of allowed tools allows none", async () => {
    expect((await score({ allow: [] }, [call("add")])).value).toBe(0);
  });

  test("a rejected proposal is a call", async () => {
    expect((await score({ deny: ["remove"] }, [rejected("remove")])).value).toBe(0);
  });

  test("every breach is a check", async () => {
    expect((await score({ allow: [] }, [call("a"), call("b")])).checks.map(({ label }) => label)).toEqual(["a", "b"]);
  });

  test("no call, no breach", async () => {
    expect((await score({ allow: [] }, ["hm"])).checks[0]).toMatchObject({ ok: true, reason: "no tool was called" });
  });

  test("without any list it is refused", () => {
    expect(() => toolPermission({})).toThrow(/has no list/);
    expect(() => toolPermission({ deny: [] })).toThrow(/denies nothing/);
  });

  test("its lists are part of its identity", () => {
    const hashes = [{ allow: ["a"] }, { deny: ["a"] }, { allow: ["a"], deny: ["b"] }].map(
      (one) => toolPermission(one).identity.hash,
    );
    expect(new Set(hashes).size).toBe(3);
    expect(toolPermission({ allow: [], name: "own", report: true })).toMatchObject({ name: "own", gating: false });
  });
});
