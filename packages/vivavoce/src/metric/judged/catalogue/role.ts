import type { Fact } from "../../../judge/index.ts";
import type { Case } from "../../../shape/index.ts";
import type { JudgedOptions } from "../definition.ts";

/** Options of the metrics that look at the agent's role. */
export interface RoleOptions extends JudgedOptions {
  /** Who the agent is and what its job is; a case's own `expect.role` replaces it. */
  role?: string | undefined;
}

/** The case's own role, or that of the suite. */
export function roleOf({ expect }: Case, usual: string | undefined): string | undefined {
  return expect.role ?? usual;
}

export function roleFacts(testCase: Case, usual: string | undefined): Fact[] {
  const text = roleOf(testCase, usual);
  return text === undefined ? [] : [{ id: "role", title: "The role of the agent", text }];
}

/** Why nothing can be judged. */
export function noRole(metric: string): string {
  return `no role is given: put it into the case (expect.role) or into ${metric}({ role })`;
}
