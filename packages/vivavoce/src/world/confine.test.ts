import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VivaError } from "../base/index.ts";
import { draws } from "../seed.test-helper.ts";
import { confine } from "./confine.ts";
import { NoteError, OutsideWorldError } from "./world-errors.ts";

describe("a path inside the world", () => {
  test.each([
    ["Inbox.md"],
    ["Projects/Website Redesign.md"],
    ["Projects/Save 50% of it.md"],
    ["Projects/100%25 sure.md"],
    ["Projects/v1..v2.md"],
    ["Projects/Wait….md"],
    ["Projects/A／B.md"],
    ["Q：was.md"],
    ["Projects/To: Ada.md"],
    [".obsidian/app.json"],
    ["__proto__"],
    ["~draft.md"],
    ["Projects/A／／B.md"],
  ])("is %j, as it stands", (path) => {
    expect(confine(path)).toBe(path);
  });

  test("loses its steps on the spot and is composed", () => {
    expect(confine("./Projects/./Cafe\u0301.md")).toBe("Projects/Caf\u00e9.md");
  });
});

describe("a path that reaches beyond the world is refused, because", () => {
  test.each([
    ["", "it names no note"],
    ["  ", "it names no note"],
    [".", "it names no note"],
    ["..", "it climbs"],
    ["../secret.md", "it climbs"],
    ["Projects/../../secret.md", "it climbs"],
    ["Projects/..", "it climbs"],
    ["Projects/../Inbox.md", "it climbs"],
    [".../secret.md", "it climbs"],
    [".. /secret.md", "it climbs"],
    ["．．/secret.md", "it climbs"],
    ["‥/secret.md", "it climbs"],
    ["．．／secret.md", "it climbs"],
    ["/etc/passwd", "it is absolute"],
    ["//server/share", "it is absolute"],
    ["~/secret.md", "it is absolute"],
    ["~", "it is absolute"],
    ["C:/secret.md", "it names a drive"],
    ["c:secret.md", "it names a drive"],
    ["./C:/secret.md", "it names a drive"],
    ["C%3A/secret.md", "it names a drive"],
    ["c%253a/secret.md", "it names a drive"],
    ["\u212a:/secret.md", "it names a drive"],
    ["./~/secret.md", "it is absolute"],
    ["..\\secret.md", "it holds a backslash"],
    ["Projects\\A.md", "it holds a backslash"],
    ["\\\\server\\share", "it holds a backslash"],
    ["Projects//A.md", "a part of it is empty"],
    ["Projects/", "a part of it is empty"],
    ["file:///etc/passwd", "a part of it is empty"],
    ["A.md\u0000.png", "it holds a control character"],
    ["A\n.md", "it holds a control character"],
    ["%2e%2e/secret.md", "it hides"],
    ["%2E%2E%2Fsecret.md", "it hides"],
    ["..%2fsecret.md", "it hides"],
    ["Projects%5c..%5csecret.md", "it hides"],
    ["%252e%252e%252fsecret.md", "it hides"],
    ["%25252e./secret.md", "it hides"],
    ["%c0%ae%c0%ae/secret.md", "it hides"],
    ["%e0%80%ae/secret.md", "it hides"],
    ["%u002e%u002e/secret.md", "it hides"],
    ["A.md%00.png", "it hides"],
  ])("%j: %s", (path, reason) => {
    expect(() => confine(path)).toThrow(OutsideWorldError);
    expect(() => confine(path)).toThrow(reason);
  });

  test("it is not text, as a model may well send it", () => {
    expect(() => confine(undefined as unknown as string)).toThrow(OutsideWorldError);
    expect(() => confine(["Inbox.md"] as unknown as string)).toThrow("it is not text");
  });
});

test("whatever is let through climbs nowhere, however it is decoded", () => {
  const unit = fc.constantFrom("..", ".", "/", "\\", "%2e", "%2f", "%25", "2e", "a", " ", "\u0000", "C:", "．", "～");
  fc.assert(
    fc.property(fc.string({ unit }), (path) => {
      let confined: string;
      try {
        confined = confine(path);
      } catch (error) {
        expect(error).toBeInstanceOf(OutsideWorldError);
        return;
      }
      expect(confine(confined)).toBe(confined);
      let decoded = confined;
      for (let round = 0; round < 5; round += 1) {
        expect(decoded).not.toMatch(/^\/|\\|(?:^|\/)\.\.(?:\/|$)/);
        expect(decoded).not.toContain("\u0000");
        expect(decoded).not.toMatch(/^[a-z]:/i);
        decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
      }
    }),
    draws(2000),
  );
});

describe("the errors of a world", () => {
  test("carry what a tool needs to answer the agent", () => {
    const error = new OutsideWorldError("../x", "it climbs with ..");
    expect(error).toMatchObject({ name: "OutsideWorldError", code: "outside-world", path: "../x", exitCode: 1 });
    expect(error.remedy).toContain("Projects/Garden.md");
  });

  test("are told apart, also by another copy of the package", () => {
    const outside = new OutsideWorldError("../x", "");
    const missing = new NoteError("no-such-note", "x");
    expect(OutsideWorldError.isInstance(outside)).toBe(true);
    expect(OutsideWorldError.isInstance(missing)).toBe(false);
    expect(NoteError.isInstance(missing)).toBe(true);
    expect(NoteError.isInstance(outside)).toBe(false);
    expect(OutsideWorldError.isInstance({ code: "outside-world" })).toBe(false);
    expect(VivaError.isInstance(outside)).toBe(true);
  });
});
