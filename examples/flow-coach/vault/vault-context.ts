import { z } from "zod";
import { fileNameProblem } from "./file-name.ts";

export const projectStatuses = ["live", "hold", "someday", "archived"] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

/** A name that becomes `<name>.md`. */
const noteName = z.string().check((context) => {
  const problem = fileNameProblem(context.value);
  if (problem) {
    const message = `"${context.value}" ${problem}, so it cannot be the name of a note`;
    const params = { remedy: "rename it: letters, digits, spaces and - are safe on every system" };
    context.issues.push({ code: "custom", input: context.value, message, params });
  }
});

/** One line of a note. */
const line = z
  .string()
  .regex(/\S/, "a line is not blank: write something, or take it out of the list")
  .regex(/^[^\r\n]*$/, "a line has no line break: make two entries of it")
  .transform((text) => text.trim());
const lines = z.array(line).default([]);

const markup = /^\s*(?:#{1,6}\s|```|~~~|[-*+] \[.\])/m;
const sphere = z.string().regex(/^[\p{L}\p{N}_-]+$/u, "a sphere is one word: it becomes the tag project/<sphere>");

const projectSchema = z.strictObject({
  title: noteName,
  status: z.enum(projectStatuses).default("live"),
  sphere: sphere.default("personal"),
  nextActions: lines,
  /** 1 is the highest. */
  priority: z.int().min(1).max(5).default(2),
  creationDate: z.iso.date().default("2025-01-01"),
  description: z
    .string()
    .refine((text) => !markup.test(text), "a description is plain text: no headings, boxes or code fences")
    .exactOptional(),
  waiting: lines,
  done: lines,
  milestones: lines,
  /** The title of another project of the vault. */
  parentProject: z.string().exactOptional(),
});

const reviewSchema = z.strictObject({
  name: noteName,
  text: z.string().regex(/\S/, "a review has at least one step: write its steps, one a line"),
  spheres: z.array(sphere).exactOptional(),
});

/** The vault of a case, as its author writes it: what is left out gets its default, what is unknown is refused. */
export const vaultContextSchema = z
  .strictObject({
    projects: z.array(projectSchema).default([]),
    nextActions: lines,
    somedayItems: lines,
    inbox: lines,
    /** Lines of `Focus.md`, such as "Call the vendor ([[Project A]])". */
    focus: lines,
    reviews: z.array(reviewSchema).default([]),
    /** The review that is under way, by its name in `reviews`. */
    protocolActive: z.string().exactOptional(),
  })
  .check((context) => {
    const refuse = (path: PropertyKey[], message: string, remedy: string) =>
      context.issues.push({ code: "custom", input: context.value, path, message, params: { remedy } });
    const { projects, reviews, protocolActive } = context.value;
    const titles = projects.map(({ title }) => title);
    const names = reviews.map(({ name }) => name);
    for (const index of repeated(titles)) {
      const message = `there are two projects titled "${titles[index]}" (case does not count)`;
      refuse(["projects", index, "title"], message, "give one of them another title");
    }
    for (const index of repeated(names)) {
      const message = `there are two reviews named "${names[index]}" (case does not count)`;
      refuse(["reviews", index, "name"], message, "give one of them another name");
    }
    projects.forEach(({ title, parentProject }, index) => {
      if (parentProject === undefined || (parentProject !== title && titles.includes(parentProject))) return;
      const message = `"${parentProject}" is not the title of another project`;
      refuse(["projects", index, "parentProject"], message, "name a project of this vault, or leave it out");
    });
    if (protocolActive !== undefined && !names.includes(protocolActive)) {
      const known = names.length === 0 ? "there are none" : `there are: ${names.join(", ")}`;
      const message = `"${protocolActive}" is not one of the reviews; ${known}`;
      refuse(["protocolActive"], message, "add the review to `reviews`, or name one that is there");
    }
  });

export type VaultContext = z.infer<typeof vaultContextSchema>;
export type VaultContextInput = z.input<typeof vaultContextSchema>;
export type ProjectContext = VaultContext["projects"][number];
export type ReviewContext = VaultContext["reviews"][number];

/** Positions of names that stand earlier in the list, however they are capitalised: one file system in two is blind to case. */
function repeated(names: readonly string[]): number[] {
  const folded = names.map((name) => name.normalize("NFC").toLowerCase());
  return folded.flatMap((name, index) => (folded.indexOf(name) < index ? [index] : []));
}
