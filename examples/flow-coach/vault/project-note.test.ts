import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { projectNote, projectPath, readProject } from "./project-note.ts";
import { vaultContextSchema } from "./vault-context.ts";

function noteOf(project: object): string {
  const [parsed] = vaultContextSchema.parse({ projects: [project] }).projects;
  if (!parsed) throw new Error("no project");
  return projectNote(parsed);
}

test("a project's note looks as a user of Flow has it", () => {
  const note = noteOf({
    title: "Choir Concert",
    sphere: "work",
    priority: 1,
    creationDate: "2025-03-04",
    description: "At least 80 guests.",
    milestones: ["Programme fixed"],
    nextActions: ["Ring St Mark's"],
    waiting: ["Answer of the vicar"],
    done: ["Agree on the date"],
  });
  expect(note).toBe(
    [
      "---",
      "creation-date: 2025-03-04",
      "priority: 1",
      "tags: project/work",
      "status: live",
      "---",
      "",
      "# Choir Concert",
      "",
      "At least 80 guests.",
      "",
      "## Milestones",
      "",
      "- Programme fixed",
      "",
      "## Next actions",
      "",
      "- [ ] Ring St Mark's",
      "- [w] Answer of the vicar",
      "- [x] Agree on the date",
      "",
    ].join("\n"),
  );
});

test("a project with nothing in it has the description that Flow writes, and its section for next actions", () => {
  for (const project of [{ title: "stuff" }, { title: "stuff", description: " " }]) {
    expect(noteOf(project)).toMatch(/# stuff\n\nProject description\n\n## Next actions\n$/);
  }
});

test("a parent is a link in the front matter, and is read back", () => {
  const { projects } = vaultContextSchema.parse({
    projects: [{ title: "House" }, { title: "Roof", parentProject: "House" }],
  });
  const note = projects[1] ? projectNote(projects[1]) : "";
  expect(note).toContain('parent-project: "[[House]]"');
  expect(readProject("Projects/Roof.md", note).parentProject).toBe("House");
});

describe("a note that somebody else wrote", () => {
  test.each([
    ["before the heading", "Beds and a path.\n\n# Garden\n\n## Next actions\n"],
    ["after the heading", "# Garden\n\nBeds and a path.\n\n## Next actions\n"],
    ["without any section", "# Garden\nBeds and a path."],
    ["without a heading", "Beds and a path."],
  ])("has its description %s", (_, text) => {
    expect(readProject("Projects/Garden.md", text).description).toBe("Beds and a path.");
  });

  test("without front matter is a live, personal project of priority 2", () => {
    expect(readProject("Projects/Garden.md", "# Garden\n")).toMatchObject({
      title: "Garden",
      status: "live",
      sphere: "personal",
      priority: 2,
      creationDate: "2025-01-01",
      description: "",
      actions: [],
      parentProject: undefined,
    });
  });

  test.each([
    ["tags: project/work"],
    ["tags: [garden, project/work]"],
    ['tags: ["#project/work"]'],
    ["tags: garden project/work"],
  ])("has its sphere in %s", (line) => {
    expect(readProject("Projects/A.md", `---\n${line}\n---\n`).sphere).toBe("work");
  });

  test("has tasks with their state and line, wherever they stand but under Milestones", () => {
    const text =
      "# A\n- [ ] first\n\n## Milestones\n- [x] half way\n- the end\n\n## Next actions\n* [w] second\n- [?] third\n";
    const project = readProject("Projects/A.md", text);
    expect(project.actions).toEqual([
      { text: "first", state: "open", line: 2 },
      { text: "second", state: "waiting", line: 9 },
      { text: "third", state: "?", line: 10 },
    ]);
    expect(project.milestones).toEqual(["half way", "the end"]);
  });

  test("keeps a status that Flow does not know", () => {
    expect(readProject("Projects/A.md", "---\nstatus: parked\n---\n").status).toBe("parked");
  });
});

test("what is written is read back, whatever a case puts in", () => {
  const words = fc
    .array(fc.stringMatching(/^[\p{L}\p{N}'’,.!-]{1,8}$/u), { minLength: 1, maxLength: 6 })
    .map((list) => `a ${list.join(" ")}`.normalize("NFC"));
  const list = fc.array(words, { maxLength: 3 });
  const project = fc.record({
    status: fc.constantFrom("live", "hold", "someday", "archived"),
    sphere: fc.constantFrom("work", "personal", "club-2"),
    priority: fc.integer({ min: 1, max: 5 }),
    creationDate: fc.constantFrom("2024-02-29", "2025-12-31"),
    description: words,
    nextActions: list,
    waiting: list,
    done: list,
    milestones: list,
  });
  fc.assert(
    fc.property(project, (given) => {
      const read = readProject(projectPath("T"), noteOf({ title: "T", ...given }));
      const texts = (state: string) => read.actions.filter((action) => action.state === state).map(({ text }) => text);
      expect({
        status: read.status,
        sphere: read.sphere,
        priority: read.priority,
        creationDate: read.creationDate,
        description: read.description,
        nextActions: texts("open"),
        waiting: texts("waiting"),
        done: texts("done"),
        milestones: read.milestones,
      }).toEqual(given);
    }),
    { numRuns: 60 },
  );
});
