import type { JsonValue } from "vivavoce";
import { type NoteLine, parseNote } from "vivavoce/world";
import { stringify } from "yaml";
import { taskLine } from "./task.ts";
import type { ProjectContext } from "./vault-context.ts";

export const nextActionsHeading = "Next actions";
const milestonesHeading = "Milestones";
/** What Flow writes where nobody has described the project yet. */
export const defaultDescription = "Project description";

export function projectPath(title: string): string {
  return `Projects/${title}.md`;
}

/** The note of a project, as a user of Flow has it in the vault. */
export function projectNote(project: ProjectContext): string {
  const frontMatter = {
    "creation-date": project.creationDate,
    priority: project.priority,
    tags: `project/${project.sphere}`,
    status: project.status,
    ...(project.parentProject === undefined ? {} : { "parent-project": `[[${project.parentProject}]]` }),
  };
  const actions = [
    ...project.nextActions.map((text) => taskLine({ text, state: "open" })),
    ...project.waiting.map((text) => taskLine({ text, state: "waiting" })),
    ...project.done.map((text) => taskLine({ text, state: "done" })),
  ];
  const milestones = project.milestones.map((text) => `- ${text}`);
  const blocks = [
    `---\n${stringify(frontMatter, { lineWidth: 0 })}---`,
    `# ${project.title}`,
    project.description?.trim() || defaultDescription,
    milestones.length > 0 ? `## ${milestonesHeading}\n\n${milestones.join("\n")}` : undefined,
    `## ${nextActionsHeading}`,
    actions.join("\n"),
  ];
  return `${blocks.filter((block) => block).join("\n\n")}\n`;
}

/** A task of a project, its state by name, with the line it stands on. */
export interface ProjectAction {
  text: string;
  /** `open`, `waiting`, `done`, or the character of a box that Flow does not know. */
  state: string;
  line: number;
}

/** A project as it stands in its note now. */
export interface Project {
  path: string;
  title: string;
  /** One of Flow's statuses, or whatever the user typed. */
  status: string;
  sphere: string;
  priority: number;
  creationDate: string;
  description: string;
  milestones: string[];
  actions: ProjectAction[];
  parentProject: string | undefined;
}

/** Reads a project back from its note, whoever wrote it: the description may stand before or after the heading. */
export function readProject(path: string, text: string): Project {
  const { frontMatter: fields, lines } = parseNote(text);
  return {
    path,
    title: path.replace(/^.*\//, "").replace(/\.md$/, ""),
    status: textOf(fields.status) ?? "live",
    sphere: sphereOf(fields.tags) ?? "personal",
    priority: typeof fields.priority === "number" ? fields.priority : 2,
    creationDate: textOf(fields["creation-date"]) ?? "2025-01-01",
    description: descriptionOf(lines),
    milestones: lines
      .filter(({ section, kind }) => section === milestonesHeading && kind !== "heading")
      .map((line) => line.text.replace(/^[-*+] /, "")),
    actions: lines.flatMap((line) =>
      line.kind === "task" && line.section !== milestonesHeading
        ? [{ text: line.text, state: line.box, line: line.number }]
        : [],
    ),
    parentProject: /^\[\[([^\]|#]+).*\]\]$/.exec(textOf(fields["parent-project"]) ?? "")?.[1],
  };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The sphere in `tags: project/work`, also where the tags are a list or carry a hash. */
function sphereOf(tags: JsonValue | undefined): string | undefined {
  const list = Array.isArray(tags) ? tags : String(tags ?? "").split(/[\s,]+/);
  return list.flatMap((tag) => /^#?project\/(.+)$/.exec(String(tag))?.[1] ?? [])[0];
}

/** The prose above the first section. */
function descriptionOf(lines: readonly NoteLine[]): string {
  const firstSection = lines.findIndex(({ kind, text }) => kind === "heading" && text.startsWith("##"));
  return (firstSection < 0 ? lines : lines.slice(0, firstSection))
    .filter(({ kind }) => kind === "text")
    .map(({ text }) => text)
    .join("\n");
}
