// What every tool has to do: the same cases, the same calls to the same server, every case passed.

/** How many trials at the same time, for every tool. */
export const atOnce = 20;
/** How long the model's server waits before each answer. */
export const delayMs = 20;
export const exchanges = 4;
/** How many cases the limits are about. */
export const usualCases = 1_000;

export type WorkName = "judged" | "deterministic" | "rescored" | "conversations";

export interface Work {
  name: WorkName;
  /** How many cases. */
  cases: number;
  /** How many trials at the same time, if not the usual number. */
  atOnce?: number;
}

export function atOnceIn(work: Work): number {
  return work.atOnce ?? atOnce;
}

/** How many calls the server must see for a piece of work: fewer or more would be other work. */
export function callsOf({ name, cases }: Work): number {
  if (name === "judged") return 2 * cases;
  return name === "conversations" ? exchanges * cases : 0;
}

/** What the user says in the case at this place. Every right reply holds "Good morning". */
export function messagesOf({ name }: Work, index: number): string[] {
  if (name !== "conversations") return [`Good morning, this is caller ${index}`];
  return Array.from({ length: exchanges }, (_, exchange) => `Caller ${index}: please close item ${exchange + 1}.`);
}

export function titleOf({ name, cases }: Work): string {
  const many = cases.toLocaleString("en");
  const titles: Record<WorkName, string> = {
    judged: `${many} cases, an agent's and a judge's call of ${delayMs} ms each`,
    deterministic: `${many} cases that ask no model`,
    rescored: `${many} cases scored again from the store`,
    conversations: `${many} conversations of ${exchanges} exchanges, each with a model call of ${delayMs} ms and a tool`,
  };
  return titles[name];
}
