import { describe, expect, test } from "vitest";
import { OutsideWorldError } from "vivavoce/world";
import { deskWith } from "../testing/desk.ts";
import { addNextAction } from "./add-next-action.ts";
import { ToolFailure } from "./tool.ts";

const path = "Projects/Garden.md";

function added(note: string, callArguments: object = {}): string {
  const desk = deskWith({ projects: [{ title: "Garden" }] });
  desk.vault.write(path, note);
  addNextAction.run({ project_path: path, action_text: "Buy seeds", ...callArguments }, desk);
  return desk.vault.read(path);
}

describe("the action becomes the first box", () => {
  test("of an empty section", () => {
    expect(added("# Garden\n\n## Next actions\n")).toBe("# Garden\n\n## Next actions\n\n- [ ] Buy seeds\n");
  });

  test("before the ones that are there", () => {
    expect(added("## Next actions\n\n- [x] Dig\n- [ ] Rake\n")).toBe(
      "## Next actions\n\n- [ ] Buy seeds\n- [x] Dig\n- [ ] Rake\n",
    );
  });

  test("of a section that has prose, which stays apart from it", () => {
    expect(added("## Next actions\nIn April.\n")).toBe("## Next actions\n\n- [ ] Buy seeds\n\nIn April.\n");
    expect(added("## Next actions\n\nIn April.\n")).toBe("## Next actions\n\n- [ ] Buy seeds\n\nIn April.\n");
  });

  test("of a section between others", () => {
    const note = "- [ ] stray\n\n## Next actions\n\n## Milestones\n\n- [ ] half\n";
    expect(added(note)).toBe("- [ ] stray\n\n## Next actions\n\n- [ ] Buy seeds\n\n## Milestones\n\n- [ ] half\n");
  });

  test("of a section that is made where there is none", () => {
    expect(added("# Garden\n\nGreen.")).toBe("# Garden\n\nGreen.\n\n## Next actions\n\n- [ ] Buy seeds\n");
  });

  test("and a heading inside a code fence is no heading", () => {
    expect(added("```\n## Next actions\n```\n")).toBe(
      "```\n## Next actions\n```\n\n## Next actions\n\n- [ ] Buy seeds\n",
    );
  });
});

test("what is waited for gets a w in its box", () => {
  expect(added("## Next actions\n", { is_waiting: true })).toContain("- [w] Buy seeds\n");
  expect(added("## Next actions\n", { is_waiting: false })).toContain("- [ ] Buy seeds\n");
});

test("the result says what was added, and where", () => {
  const desk = deskWith({ projects: [{ title: "Garden" }] });
  expect(addNextAction.run({ project_path: path, action_text: "  Buy   seeds " }, desk)).toEqual({
    project: path,
    added: "Buy seeds",
    waiting: false,
  });
});

test.each(["hold", "someday", "archived"] as const)("a project that is %s takes no action", (status) => {
  const desk = deskWith({ projects: [{ title: "Garden", status }] });
  const before = desk.vault.snapshot();
  expect(() => addNextAction.run({ project_path: path, action_text: "Buy seeds" }, desk)).toThrow(
    `its status is ${status}`,
  );
  expect(desk.vault.snapshot()).toEqual(before);
});

test.each([
  [{ project_path: path }, "action_text"],
  [{ project_path: path, action_text: " " }, "blank"],
  [{ project_path: path, action_text: "one\ntwo" }, "one line"],
  [{ project_path: path, action_text: "- [ ] Buy seeds" }, "the box is added"],
  [{ project_path: path, action_text: "[x] Buy seeds" }, "the box is added"],
  [{ action_text: "Buy seeds" }, "project_path"],
  [{ project_path: path, action_text: "Buy seeds", is_waiting: "yes" }, "is_waiting"],
  [{ project_path: path, action_text: "Buy seeds", priority: 1 }, "priority"],
  [{ project_path: "Projects/Gardn.md", action_text: "Buy seeds" }, "Projects: Projects/Garden.md"],
  [{ project_path: "Inbox.md", action_text: "Buy seeds" }, "no project at Inbox.md"],
])("%j is an error that says %s", (callArguments, message) => {
  const run = () => addNextAction.run(callArguments, deskWith({ projects: [{ title: "Garden" }] }));
  expect(run).toThrow(ToolFailure);
  expect(run).toThrow(message);
});

test("a vault without projects says so", () => {
  expect(() => addNextAction.run({ project_path: path, action_text: "Buy seeds" }, deskWith({}))).toThrow(
    "The vault has none",
  );
});

test.each(["../Garden.md", "/Projects/Garden.md", "C:\\Garden.md", "Projects/../Projects/Garden.md"])(
  "%s is refused by the vault",
  (outside) => {
    const desk = deskWith({ projects: [{ title: "Garden" }] });
    expect(() => addNextAction.run({ project_path: outside, action_text: "Buy seeds" }, desk)).toThrow(
      OutsideWorldError,
    );
  },
);
