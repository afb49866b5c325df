import { describe, expect, test } from "vitest";
import { vaultContextSchema } from "./vault-context.ts";

function problemsOf(context: unknown): { path: string; message: string }[] {
  const parsed = vaultContextSchema.safeParse(context);
  return (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message }));
}

describe("what is left out gets its default", () => {
  test("of a vault", () => {
    expect(vaultContextSchema.parse({})).toEqual({
      projects: [],
      nextActions: [],
      somedayItems: [],
      inbox: [],
      focus: [],
      reviews: [],
    });
  });

  test("of a project", () => {
    expect(vaultContextSchema.parse({ projects: [{ title: "Garden" }] }).projects).toEqual([
      {
        title: "Garden",
        status: "live",
        sphere: "personal",
        nextActions: [],
        priority: 2,
        creationDate: "2025-01-01",
        waiting: [],
        done: [],
        milestones: [],
      },
    ]);
  });

  test("what has its defaults already is not changed by a second look", () => {
    const once = vaultContextSchema.parse({ projects: [{ title: "Garden", description: "Green." }], inbox: ["  a  "] });
    expect(vaultContextSchema.parse(once)).toEqual(once);
    expect(once.inbox).toEqual(["a"]);
  });
});

describe("refused", () => {
  test.each([
    ["an unknown field of the vault", { project: [] }, ""],
    ["an unknown field of a project", { projects: [{ title: "A", state: "live" }] }, "projects.0"],
    ["an unknown field of a review", { reviews: [{ name: "R", text: "1.", sphere: "work" }] }, "reviews.0"],
    ["a title that is no file name", { projects: [{ title: "a/b" }] }, "projects.0.title"],
    ["a review's name that is no file name", { reviews: [{ name: "a?", text: "1." }] }, "reviews.0.name"],
    ["a status that Flow does not know", { projects: [{ title: "A", status: "active" }] }, "projects.0.status"],
    ["a priority off the scale", { projects: [{ title: "A", priority: 6 }] }, "projects.0.priority"],
    ["a priority of zero", { projects: [{ title: "A", priority: 0 }] }, "projects.0.priority"],
    ["a date that is none", { projects: [{ title: "A", creationDate: "2025-02-30" }] }, "projects.0.creationDate"],
    ["a sphere of two words", { projects: [{ title: "A", sphere: "my work" }] }, "projects.0.sphere"],
    ["a blank action", { projects: [{ title: "A", nextActions: [" "] }] }, "projects.0.nextActions.0"],
    ["an inbox item of two lines", { inbox: ["one\ntwo"] }, "inbox.0"],
    ["a description with a heading", { projects: [{ title: "A", description: "x\n## y" }] }, "projects.0.description"],
    ["a description with a box", { projects: [{ title: "A", description: "- [ ] y" }] }, "projects.0.description"],
    ["a review without steps", { reviews: [{ name: "R", text: " " }] }, "reviews.0.text"],
    ["a parent that is not there", { projects: [{ title: "A", parentProject: "B" }] }, "projects.0.parentProject"],
    [
      "a project that is its own parent",
      { projects: [{ title: "A", parentProject: "A" }] },
      "projects.0.parentProject",
    ],
  ])("%s", (_, context, path) => {
    expect(problemsOf(context).map((problem) => problem.path)).toEqual([path]);
  });

  test.each([
    ["Garden", "Garden"],
    ["Garden", "GARDEN"],
    ["Büro", "BÜRO".normalize("NFD")],
  ])("two projects of one title: %s and %s", (first, second) => {
    const [problem, ...others] = problemsOf({ projects: [{ title: first }, { title: second }] });
    expect(problem).toMatchObject({ path: "projects.1.title", message: expect.stringContaining("two projects") });
    expect(others).toEqual([]);
  });

  test("two reviews of one name", () => {
    const reviews = [
      { name: "Friday", text: "1." },
      { name: "friday", text: "2." },
    ];
    expect(problemsOf({ reviews })).toMatchObject([{ path: "reviews.1.name" }]);
  });

  test("a protocol that is not among the reviews, with the names that are", () => {
    const reviews = [{ name: "Friday", text: "1." }];
    expect(problemsOf({ reviews, protocolActive: "Monday" })).toEqual([
      { path: "protocolActive", message: '"Monday" is not one of the reviews; there are: Friday' },
    ]);
    expect(problemsOf({ protocolActive: "Monday" })[0]?.message).toContain("there are none");
    expect(problemsOf({ reviews, protocolActive: "Friday" })).toEqual([]);
  });
});
