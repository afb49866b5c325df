/** The one branch of a task. */
export const taskBranch = "next";

interface Answering {
  kind: string;
  options?: Readonly<Record<string, string>> | undefined;
}

/** The branches that a node must have, if its kind prescribes them. */
export function wantedBranches({ kind, options }: Answering): string[] | undefined {
  if (kind === "task") return [taskBranch];
  if (kind === "binary") return ["yes", "no"];
  return kind === "choice" ? Object.keys(options ?? {}) : undefined;
}

export function questionFaults(question: string): string[] {
  return question.trim() === "" ? ["asks nothing: give it a question"] : [];
}

export function valueFaults(value: number): string[] {
  return value >= 0 && value <= 1 ? [] : [`has the value ${value}: give one from 0 to 1`];
}
