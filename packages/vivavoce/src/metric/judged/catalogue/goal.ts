import type { Case } from "../../../shape/index.ts";
import type { JudgedOptions } from "../definition.ts";

/** Options of the metrics that look at the user's goal. */
export interface GoalOptions extends JudgedOptions {
  /** The wanted outcome. A case's own `expect.goal`, or the goal of its simulated user, replaces it. */
  goal?: string | undefined;
}

/** The case's own goal, the goal of its simulated user, or the goal of the suite. */
export function goalOf({ expect, user }: Case, usual: string | undefined): string | undefined {
  return expect.goal ?? user?.goal ?? usual;
}
