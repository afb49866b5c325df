import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Effect } from "../shape/index.ts";
import { diffNotes } from "./diff-notes.ts";
import { canonicalText } from "./heading.ts";

const markdown = fc.string({
  unit: fc.constantFrom(
    "---\n",
    "a: b\n",
    "# h\n",
    "- [ ] ",
    "- [x] ",
    "```\n",
    "\r\n",
    "\n",
    " ",
    "word ",
    "\uFEFF",
    "\u0301",
  ),
});
const anyText = fc.oneof(markdown, fc.string({ unit: "binary" }));
const anyNotes = fc.dictionary(fc.oneof(fc.constantFrom("a.md", "b.md", "__proto__"), fc.string()), anyText);

describe("for any notes at all", () => {
  test("nothing differs from itself, or from its canonical form", () => {
    fc.assert(
      fc.property(anyNotes, (notes) => {
        const saved = Object.fromEntries(Object.entries(notes).map(([path, text]) => [path, canonicalText(text)]));
        expect(diffNotes(notes, { ...notes })).toEqual([]);
        expect(diffNotes(notes, saved)).toEqual([]);
      }),
    );
  });

  test("a diff is found, and the same one each time", () => {
    fc.assert(
      fc.property(anyNotes, anyNotes, (before, after) => {
        const reordered = Object.fromEntries(Object.entries(after).reverse());
        expect(diffNotes(before, reordered)).toEqual(diffNotes(before, after));
      }),
    );
  });

  test("a line taken away never goes unnoticed", () => {
    const line = fc.constantFrom("# h", "## i", "- [ ] a", "- [x] a", "b", "```");
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.nat(), (lines, number) => {
        const after = lines.toSpliced(number % lines.length, 1);
        expect(diffNotes({ "a.md": lines.join("\n") }, { "a.md": after.join("\n") })).not.toEqual([]);
      }),
    );
  });
});

/** A project with tasks that no other project has, as a model of what is in its note. */
interface Project {
  status: string;
  sections: { title: string; tasks: { text: string; box: string }[] }[];
}
type Vault = Record<string, Project>;

const marks: Record<string, string> = { open: " ", waiting: "w", done: "x" };

function write(vault: Vault): Record<string, string> {
  const notes = Object.entries(vault).map(([path, { status, sections }]) => {
    const blocks = sections.map(({ title, tasks }) => {
      return `## ${title}\n${tasks.map(({ text, box }) => `- [${marks[box]}] ${text}\n`).join("")}`;
    });
    return [path, `---\nstatus: ${status}\n---\n# ${path}\n${blocks.join("\n")}`];
  });
  return Object.fromEntries(notes);
}

const boxes = fc.array(fc.constantFrom("open", "waiting", "done"), { maxLength: 4 });
const vaults = fc.array(fc.tuple(boxes, boxes), { minLength: 2, maxLength: 4 }).map(
  (projects): Vault =>
    Object.fromEntries(
      projects.map((sections, project) => [
        `Projects/${project}.md`,
        {
          status: "live",
          sections: sections.map((list, section) => ({
            title: `Section ${section}`,
            tasks: list.map((box, task) => ({ text: `do thing ${project}${section}${task}`, box })),
          })),
        },
      ]),
    ),
);

/** A change as a tool would make it: applied to the vault in place, and the effects it must have. */
type Edit = (vault: Vault, pick: (count: number) => number) => Effect[];

function somewhere(vault: Vault, pick: (count: number) => number) {
  const paths = Object.keys(vault);
  const note = paths[pick(paths.length)] ?? "";
  const project = vault[note] as Project;
  const section = project.sections[pick(2)] as Project["sections"][number];
  return { note, project, section, place: { note, section: section.title } };
}

const edits: Record<string, Edit> = {
  "adding a task": (vault, pick) => {
    const { section, place } = somewhere(vault, pick);
    section.tasks.unshift({ text: "brand new", box: "waiting" });
    return [{ kind: "task.added", ...place, text: "brand new", box: "waiting" }];
  },
  "deleting a task": (vault, pick) => {
    const { section, place } = somewhere(vault, pick);
    return section.tasks.splice(0, 1).map((task) => ({ kind: "task.deleted", ...place, ...task }));
  },
  "ticking a task": (vault, pick) => {
    const { section, place } = somewhere(vault, pick);
    const [task] = section.tasks;
    if (!task || task.box === "done") return [];
    const from = task.box;
    task.box = "done";
    return [{ kind: "task.status", ...place, text: task.text, from, to: "done" }];
  },
  "rewording a task": (vault, pick) => {
    const { section, place } = somewhere(vault, pick);
    const [task] = section.tasks;
    if (!task) return [];
    const from = task.text;
    task.text = `${from} carefully`;
    return [{ kind: "task.edited", ...place, from, to: task.text }];
  },
  "moving a task": (vault, pick) => {
    const from = somewhere(vault, pick);
    const to = somewhere(vault, pick);
    const task = from.section.tasks.pop();
    if (!task) return [];
    to.section.tasks.unshift(task);
    if (from.section === to.section) return [];
    const origin = { fromNote: from.note, fromSection: from.section.title };
    return [{ kind: "task.moved", ...to.place, text: task.text, ...origin }];
  },
  "setting the status": (vault, pick) => {
    const { note, project } = somewhere(vault, pick);
    project.status = "archived";
    return [{ kind: "frontmatter.set", note, key: "status", from: "live", to: "archived" }];
  },
  "creating a project": (vault) => {
    vault["New.md"] = { status: "live", sections: [{ title: "Next", tasks: [{ text: "first step", box: "open" }] }] };
    return [{ kind: "note.created", note: "New.md" }];
  },
  "deleting a project": (vault, pick) => {
    const { note } = somewhere(vault, pick);
    delete vault[note];
    return [{ kind: "note.deleted", note }];
  },
};

function withoutContent(effect: Effect): Effect {
  return effect.kind === "note.created" || effect.kind === "note.deleted"
    ? { kind: effect.kind, note: effect.note }
    : effect;
}

describe("one edit has exactly its own effect:", () => {
  test.each(Object.entries(edits))("%s", (_, edit) => {
    fc.assert(
      fc.property(vaults, fc.infiniteStream(fc.nat()), (vault, numbers) => {
        const before = write(vault);
        const expected = edit(vault, (count) => (numbers.next().value as number) % count);
        // A note that comes or goes brings its content along: that is another test's.
        expect(diffNotes(before, write(vault)).map(withoutContent)).toEqual(expected);
      }),
    );
  });

  test("renaming a project", () => {
    fc.assert(
      fc.property(vaults, (vault) => {
        const { "Projects/0.md": text = "", ...others } = write(vault);
        expect(diffNotes({ ...others, "Projects/0.md": text }, { ...others, "Archive/0.md": text })).toEqual([
          { kind: "note.renamed", note: "Archive/0.md", from: "Projects/0.md" },
        ]);
      }),
    );
  });

  test("inserting a line", () => {
    fc.assert(
      fc.property(vaults, fc.nat(), (vault, number) => {
        const before = write(vault);
        const lines = (before["Projects/0.md"] ?? "").split("\n");
        lines.splice(3 + (number % (lines.length - 3)), 0, "A line of its own");
        const effects = diffNotes(before, { ...before, "Projects/0.md": lines.join("\n") });
        expect(effects).toMatchObject([{ kind: "text.inserted", note: "Projects/0.md", text: "A line of its own" }]);
      }),
    );
  });
});
