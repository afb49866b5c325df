import type { Approval, ApprovalDecision, Approvals } from "../shape/index.ts";

/** Answers for the user if the agent asks before a write, as the case says: by call, per tool, or always. */
export function approver(approvals: Approvals): (tool: string) => Approval {
  const asked = new Map<string, number>();
  const perTool = typeof approvals === "object" && !Array.isArray(approvals);
  return (tool) => {
    const counter = perTool ? tool : "";
    const nth = asked.get(counter) ?? 0;
    asked.set(counter, nth + 1);
    const policy = perTool ? (Object.hasOwn(approvals, tool) ? approvals[tool] : undefined) : approvals;
    return { decision: decide(policy, nth) === "approve" ? "approved" : "rejected" };
  };
}

function decide(policy: ApprovalDecision | ApprovalDecision[] | undefined, nth: number): ApprovalDecision {
  if (policy === undefined) return "approve";
  if (typeof policy === "string") return policy;
  return policy[Math.min(nth, policy.length - 1)] ?? "approve";
}
