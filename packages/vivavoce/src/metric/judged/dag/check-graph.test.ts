import { describe, expect, test } from "vitest";
import { InputError } from "../../../base/index.ts";
import { safety } from "../../rules/safety.ts";
import { toolUse } from "../../rules/tool-use.ts";
import { dag } from "./dag.ts";
import { dagFromJson } from "./graph-json.ts";
import type { DagNode } from "./node.ts";

const { binary, choice, code, task, verdict } = dag;

const messageOf = (build: () => unknown): string => {
  try {
    build();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "accepted";
};
const built = (root: unknown) => messageOf(() => dag({ name: "careful", root: root as DagNode }));
const asJson = (nodes: unknown[], root: unknown = "a") => messageOf(() => dagFromJson({ version: 1, root, nodes }));
const leaf = (id: string, value = 1) => ({ kind: "verdict", id, value });
const yesNo = (id: string, yes: unknown, no: unknown) => {
  return { kind: "binary", id, question: "Is it so?", branches: { yes, no } };
};
const asks = (id: string, more: object = {}) => binary(id, "Is it so?", { yes: verdict(1), no: verdict(0), ...more });

test("a graph in which exactly one leaf decides is accepted", () => {
  expect(built(asks("a", { no: asks("b") }))).toBe("accepted");
  expect(asJson([yesNo("a", "one", "zero"), leaf("one"), leaf("zero", 0)])).toBe("accepted");
});

test("a leaf alone is a graph", () => {
  expect(built(verdict(1))).toBe("accepted");
  expect(built(toolUse())).toBe("accepted");
});

describe("a cycle is refused, with its path", () => {
  test("in JSON", () => {
    const message = asJson([yesNo("a", "b", "one"), yesNo("b", "c", "one"), yesNo("c", "b", "one"), leaf("one")]);
    expect(message).toContain("graph: the graph runs in a circle: b → c → b");
    expect(message).toContain("Let one of them lead elsewhere");
  });

  test("of one node", () => {
    expect(asJson([yesNo("a", "a", "one"), leaf("one")])).toContain("runs in a circle: a → a");
  });

  test("in nodes that somebody tied together by hand", () => {
    const inner = asks("b");
    const outer = asks("a", { no: inner });
    Object.assign(inner.branches, { no: outer });
    expect(built(outer)).toContain("careful: the graph runs in a circle: a → b → a");
  });
});

describe("a node that no branch leads to is refused", () => {
  test("by itself", () => {
    const message = asJson([yesNo("a", "one", "one"), leaf("one"), leaf("lost")]);
    expect(message).toContain("no branch leads to lost");
    expect(message).toContain("Let a branch lead to it, or leave it out.");
  });

  test("with all that hangs on it", () => {
    const message = asJson([leaf("a"), yesNo("lost", "x", "y"), leaf("x"), leaf("y")]);
    for (const id of ["lost", "x", "y"]) expect(message).toContain(`no branch leads to ${id}`);
  });
});

describe("a choice without all its branches is refused", () => {
  test("in JSON", () => {
    const options = { none: "nothing", some: "one or two", all: "all" };
    const node = { kind: "choice", id: "a", question: "How many?", options, branches: { none: "one", all: "one" } };
    expect(asJson([node, leaf("one")])).toContain('choice a has no branch for "some"');
  });

  test("in nodes, and TypeScript sees it first", () => {
    // @ts-expect-error a branch is missing
    const node = choice("a", "How many?", { none: "nothing", some: "one or two" }, { none: verdict(1) });
    expect(built(node)).toContain('choice a has no branch for "some"');
  });

  test("a binary question needs both", () => {
    expect(built(binary("a", "Is it so?", { yes: verdict(1) } as never))).toContain('binary a has no branch for "no"');
    expect(asJson([{ ...yesNo("a", "one", "one"), branches: { no: "one" } }, leaf("one")])).toContain(
      'binary a has no branch for "yes"',
    );
  });

  test("a task needs what comes next", () => {
    expect(asJson([{ kind: "task", id: "a", question: "What?", branches: {} }])).toContain(
      'task a has no branch for "next"',
    );
  });

  test("and a branch that no answer takes is refused as well", () => {
    // @ts-expect-error "maybe" is not an option
    const node = choice("a", "Which?", { x: "x", y: "y" }, { x: verdict(1), y: verdict(0), maybe: verdict(0.5) });
    expect(built(node)).toContain('choice a has a branch "maybe" that no answer takes');
    expect(built(asks("b", { maybe: verdict(0.5) }))).toContain("It answers with: yes, no.");
  });

  test("one branch is not a choice", () => {
    expect(built(choice("a", "Which?", { x: "the only one" }, { x: verdict(1) }))).toContain(
      "nothing to choose between",
    );
    expect(built(code("a", () => "x", { x: verdict(1) }))).toContain("nothing to choose between");
    expect(built(code("a", () => "x" as never, {}))).toContain("nothing to choose between");
  });
});

describe("a child that is missing is refused", () => {
  test("in nodes", () => {
    const message = built(asks("a", { no: undefined }));
    expect(message).toContain('branch "no" of a leads nowhere');
    expect(message).toContain("Give it a node");
    expect(built(task("find", "What?", undefined as never))).toContain('branch "next" of find leads nowhere');
    expect(built(asks("a", { no: "verdict" }))).toContain("leads nowhere");
    expect(built(asks("a", { no: { kind: "guess" } }))).toContain("leads nowhere");
  });

  test("in JSON, with what was probably meant", () => {
    const message = asJson([yesNo("a", "one", "zeero"), leaf("one"), leaf("zero", 0)]);
    expect(message).toContain('branch "no" of a leads to "zeero", and there is no such node');
    expect(message).toContain('Did you mean "zero"?');
    expect(asJson([yesNo("a", "one", "somewhere"), leaf("one")])).toContain("There are: a, one.");
    expect(asJson([yesNo("a", "one", []), leaf("one")])).toContain('branch "no" of a leads nowhere');
  });
});

describe("a graph in which two leaves could decide is refused", () => {
  test("because a branch leads to two nodes", () => {
    const message = asJson([yesNo("a", ["one", "zero"], "zero"), leaf("one"), leaf("zero", 0)]);
    expect(message).toContain('two leaves could decide: branch "yes" of a leads to 2 nodes (one, zero)');
    expect(message).toContain("Let it lead to one of them");
  });

  test("because a task leads to two questions", () => {
    const node = { kind: "task", id: "a", question: "What?", branches: { next: ["b", "c"] } };
    const message = asJson([node, yesNo("b", "one", "one"), yesNo("c", "one", "one"), leaf("one")]);
    expect(message).toContain('two leaves could decide: branch "next" of a leads to 2 nodes (b, c)');
    expect(built(task("a", "What?", [asks("b"), asks("c")] as never))).toContain("two leaves could decide");
  });

  test("because it has two roots", () => {
    expect(asJson([leaf("a"), leaf("b")], ["a", "b"])).toContain(
      "two leaves could decide: the graph has 2 roots (a, b)",
    );
    expect(built([asks("a"), asks("b")])).toContain("two leaves could decide: the graph has 2 roots (a, b)");
  });

  test("because two of its branches answer to the same word", () => {
    const node = choice("a", "Which?", { some: "one", "Some ": "two" }, { some: verdict(1), "Some ": verdict(0) });
    expect(built(node)).toContain('two leaves could decide: a has two branches for "some"');
  });
});

describe("ids", () => {
  test("of two nodes are not the same", () => {
    const message = built(asks("a", { no: asks("a") }));
    expect(message).toContain('two nodes have the id "a"');
    expect(message).toContain("to share a node between branches use the same object");
    expect(message).not.toContain("circle");
    expect(asJson([yesNo("a", "one", "one"), leaf("one"), leaf("one")])).toContain('two nodes have the id "one"');
  });

  test("of a metric and a node are not the same either", () => {
    expect(built(asks("toolUse", { no: toolUse() }))).toContain('two nodes have the id "toolUse"');
    expect(built(asks("a", { yes: toolUse(), no: toolUse() }))).toContain('two nodes have the id "toolUse"');
  });

  test("are plain words", () => {
    expect(built(asks("asks first"))).toContain('"asks first" is not an id for a node');
    expect(built(asks("a", { no: toolUse({ name: "my tools" }) }))).toBe("accepted");
  });
});

describe("a root", () => {
  test("must be there", () => {
    expect(built(undefined)).toContain("the graph has no root");
    expect(asJson([leaf("one")], [])).toContain("the graph has no root");
  });

  test("must be one of the nodes", () => {
    const message = asJson([leaf("one")], "on");
    expect(message).toContain('the root leads to "on", and there is no such node');
    expect(message).toContain('Did you mean "one"?');
  });
});

describe("nodes that are wrong by themselves", () => {
  test.each([1.5, -0.1, Number.NaN])("a verdict of %d", (value) => {
    expect(built(verdict(value))).toContain(`has the value ${value}: give one from 0 to 1`);
  });

  test("a verdict off the scale in JSON", () => {
    expect(asJson([leaf("a", 2)])).toContain("verdict a has the value 2: give one from 0 to 1");
  });

  test("a question that asks nothing", () => {
    expect(built(binary("a", " ", { yes: verdict(1), no: verdict(0) }))).toContain("binary a asks nothing");
    expect(asJson([{ ...yesNo("a", "one", "one"), question: "" }, leaf("one")])).toContain("binary a asks nothing");
  });

  test("code without a function", () => {
    const node = code("a", undefined as never, { x: verdict(1), y: verdict(0) });
    expect(built(node)).toContain("code a has no function");
  });

  test("a metric that every trial must reach", () => {
    expect(built(asks("a", { yes: safety() }))).toContain("metric safety can fail a whole run");
  });
});

test("everything that is wrong is told at once", () => {
  const message = asJson([yesNo("a", "nowhere", ["one", "two"]), leaf("one", 7), leaf("two"), leaf("lost")]);
  expect(message.match(/graph: /g)).toHaveLength(4);
});

test("the options that all judged metrics have are checked as well", () => {
  expect(messageOf(() => dag({ root: asks("a"), samples: 0 }))).toContain("samples is 0");
});
