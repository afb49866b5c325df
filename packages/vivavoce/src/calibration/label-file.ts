import { canonicalJson, messageOf, type Problem, type Redactor, safeLine } from "../base/index.ts";
import { itemKey, type Label, labelSchema, raterKey, readAs } from "../shape/index.ts";

/** The labels of a file that are not known yet, and everything that is wrong with the file. */
interface ParsedLabels {
  added: Label[];
  /** How many were known already. */
  known: number;
  problems: Problem[];
}

/**
 * Reads labels from JSON lines and compares them with those in the store. The same label twice is one. A label that says
 * something else under the same id, or at the same moment by the same person about the same thing, contradicts.
 */
export function parseLabels(
  text: string,
  { file, stored, redactor }: { file: string; stored: readonly Label[]; redactor: Redactor },
): ParsedLabels {
  const result: ParsedLabels = { added: [], known: 0, problems: [] };
  const byId = new Map(stored.map((label) => [label.id, { label, where: "in the store" }]));
  const byMoment = new Map(stored.map((label) => [momentOf(label), { label, where: "in the store" }]));
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === "") continue;
    const place = { file, line: index + 1 };
    const { label, problems } = parseLine(line, redactor);
    result.problems.push(...problems.map((message) => ({ message, place })));
    if (!label) continue;
    const known = byId.get(label.id);
    const other = known ?? byMoment.get(momentOf(label));
    if (known && canonicalJson(known.label) === canonicalJson(label)) result.known += 1;
    else if (other) result.problems.push({ ...contradiction(label, other), place });
    else {
      result.added.push(label);
      const entry = { label, where: `in line ${index + 1}` };
      byId.set(label.id, entry);
      byMoment.set(momentOf(label), entry);
    }
  }
  return result;
}

function parseLine(line: string, redactor: Redactor): { label?: Label; problems: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { problems: [`the line is not JSON: ${safeLine(messageOf(error), 200)}`] };
  }
  const read = readAs(labelSchema, value);
  // Compared without its secrets, as those in the store are.
  if ("data" in read) return { label: redactor.value(read.data), problems: [] };
  return { problems: read.problems.map((problem) => safeLine(problem, 300)) };
}

function momentOf(label: Label): string {
  return `${itemKey(label)} ${raterKey(label.rater)} ${label.labelledAt}`;
}

function contradiction({ id, rater }: Label, { label, where }: { label: Label; where: string }): Problem {
  const message =
    id === label.id
      ? `label ${id} differs from the label of the same id ${where}`
      : `${safeLine(rater, 60)} said something about the same criterion at the same moment ${where} (label ${label.id})`;
  return { message, remedy: "Keep one of the two. A change of mind is a new label with a later time." };
}
