import { describe, expect, test } from "vitest";
import {
  exitCodes,
  InfrastructureError,
  InputError,
  inSentences,
  messageOf,
  sentencesOf,
  showPlace,
  showProblem,
  VivaError,
} from "./errors.ts";

describe("showProblem", () => {
  test("what, where and what to do", () => {
    const place = { file: "cases/inbox.json", line: 12, column: 5, caseId: "inbox-zero" };
    expect(showProblem({ message: "unknown field tag", place, remedy: "did you mean tags?" })).toBe(
      "cases/inbox.json:12:5 (case inbox-zero): unknown field tag\n    did you mean tags?",
    );
  });

  test("what is not known is left out", () => {
    expect(showProblem({ message: "no suite found" })).toBe("no suite found");
    expect(showProblem({ message: "broken", place: { file: "a.json" } })).toBe("a.json: broken");
    expect(showProblem({ message: "broken", place: { file: "a.json", caseId: "x" } })).toBe("a.json (case x): broken");
    expect(showProblem({ message: "broken", remedy: "" })).toBe("broken");
  });

  test("a column without its line says nothing", () => {
    expect(showPlace({ file: "a.ts", line: 3 })).toBe("a.ts:3");
    expect(showPlace({ file: "a.ts", line: 3, column: 1 })).toBe("a.ts:3:1");
    expect(showPlace({ file: "a.ts", column: 9 })).toBe("a.ts");
  });
});

describe("as running text", () => {
  test("what is wrong and what to do are two sentences", () => {
    expect(inSentences({ message: "OPENAI_API_KEY is not set", remedy: "set it in .env" })).toBe(
      "OPENAI_API_KEY is not set. Set it in .env",
    );
    expect(inSentences({ message: "Nobody is there.", remedy: "Wait." })).toBe("Nobody is there. Wait.");
    expect(inSentences({ message: "it said “Why?”", remedy: "Answer." })).toBe("it said “Why?” Answer.");
    expect(inSentences({ message: "broken", remedy: "" })).toBe("broken");
    expect(inSentences({ message: "broken", place: { file: "a.yaml", line: 3 } })).toBe("a.yaml:3: broken");
  });

  test("what to do stands before the detail", () => {
    expect(inSentences({ message: "asks something else\n- a\n+ b", remedy: "Record it again." })).toBe(
      "asks something else. Record it again.\n- a\n+ b",
    );
  });

  test("of anything that was thrown, and no remedy twice", () => {
    expect(sentencesOf(new Error("no such field"))).toBe("no such field");
    expect(sentencesOf("a text")).toBe("a text");
    expect(sentencesOf(new InfrastructureError({ message: "503", remedy: "Try later." }))).toBe("503. Try later.");
    const problems = [{ message: "no key", remedy: "set one" }, { message: "no model" }];
    expect(sentencesOf(new InputError(problems))).toBe("no key. Set one. no model");
    expect(sentencesOf(new InputError([]))).toBe("bad input");
  });
});

describe("InputError", () => {
  test("it carries every problem, not only the first, and says them all", () => {
    const problems = [
      { message: "first", place: { file: "a.json", line: 1 }, remedy: "mend it" },
      { message: "second", place: { file: "b.json", line: 2 } },
    ];
    const error = new InputError(problems);
    expect(error.problems).toEqual(problems);
    expect(error.message).toBe("a.json:1: first\n    mend it\nb.json:2: second");
    expect(error.place).toEqual({ file: "a.json", line: 1 });
    expect(error.remedy).toBe("mend it");
    expect(error.exitCode).toBe(exitCodes.usage);
    expect(error.name).toBe("InputError");
  });

  test("one problem need not be a list", () => {
    const cause = new Error("below");
    const error = new InputError({ message: "only one" }, cause);
    expect(error.problems).toEqual([{ message: "only one" }]);
    expect(error.cause).toBe(cause);
  });

  test("without a problem it still has a message", () => expect(new InputError([]).message).toBe("bad input"));
});

describe("VivaError", () => {
  test("an error is infrastructure unless it says otherwise", () => {
    expect(new VivaError({ message: "x" }).exitCode).toBe(3);
    expect(new InfrastructureError({ message: "x" }).exitCode).toBe(3);
    expect(new InfrastructureError({ message: "x" }).name).toBe("InfrastructureError");
  });

  test("a cause is kept; without one there is none", () => {
    expect(new VivaError({ message: "x", cause: "why" }).cause).toBe("why");
    expect("cause" in new VivaError({ message: "x" })).toBe(false);
  });

  test("it is an Error, with place and remedy", () => {
    const error = new VivaError({ message: "x", place: { file: "a" }, remedy: "y" });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ message: "x", place: { file: "a" }, remedy: "y" });
  });

  test("one of another copy of the package is recognised by its marker, not by its class", () => {
    const foreign = Object.assign(new Error("x"), { [Symbol.for("vivavoce.error")]: true });
    expect(VivaError.isInstance(foreign)).toBe(true);
    expect(foreign).not.toBeInstanceOf(VivaError);
    expect(VivaError.isInstance(new InputError({ message: "x" }))).toBe(true);
  });

  test("nothing else is taken for one", () => {
    for (const other of [
      new Error("x"),
      null,
      undefined,
      "x",
      { name: "VivaError" },
      { [Symbol("vivavoce.error")]: true },
    ])
      expect(VivaError.isInstance(other)).toBe(false);
  });
});

test("exit codes are what the command's documentation says", () => {
  expect(exitCodes).toEqual({
    pass: 0,
    fail: 1,
    inconclusive: 2,
    infrastructure: 3,
    usage: 64,
    interrupted: 130,
    terminated: 143,
  });
});

describe("messageOf", () => {
  test.each([
    [new Error("boom"), "boom"],
    [new TypeError(""), "TypeError"],
    ["a string", "a string"],
    [undefined, "undefined"],
    [null, "null"],
    [42, "42"],
    [Symbol("s"), "Symbol(s)"],
    [{ message: "like an error" }, "like an error"],
    [{ code: 500 }, '{"code":500}'],
    [Object.create(null), "{}"],
  ])("whatever is thrown has a message: %o", (thrown, message) => expect(messageOf(thrown)).toBe(message));

  test("an error without a text as its message does not break the report", () => {
    expect(messageOf(Object.assign(new Error("x"), { message: undefined }))).toBe("Error");
    expect(messageOf(Object.assign(new Error("x"), { message: { nested: true } }))).toBe("Error");
  });
});

test("a value that throws when it is read has a message too, and is not an error of Viva", () => {
  const refuse = () => {
    throw new Error("hostile");
  };
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const hostile = [
    new Proxy({}, { get: refuse, getPrototypeOf: refuse, ownKeys: refuse }),
    revoked,
    Object.defineProperty(new Error("odd"), "message", { get: refuse }),
  ];
  for (const error of hostile) {
    expect(messageOf(error)).toBe("an error whose message cannot be read");
    expect(VivaError.isInstance(error)).toBe(false);
  }
});
