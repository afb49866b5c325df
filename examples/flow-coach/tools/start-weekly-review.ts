import { z } from "zod";
import { projectsOf, spheresOf } from "../vault/projects.ts";
import { projectStatuses } from "../vault/vault-context.ts";
import { coachTool, ToolFailure } from "./tool.ts";

export const startWeeklyReview = coachTool({
  name: "start_weekly_review",
  description: "Begin the guided weekly review over the projects of some spheres. From then on you lead through it.",
  effect: "control",
  parameters: z.strictObject({
    spheres: z.array(z.string().min(1)).min(1).describe("Spheres to review, such as work"),
    include_statuses: z.array(z.enum(projectStatuses)).min(1).optional().describe("Only live when left out"),
  }),
  run({ spheres, include_statuses: statuses = ["live"] }, { vault, startReview }) {
    const known = spheresOf(vault);
    const unknown = spheres.filter((sphere) => !known.includes(sphere));
    if (unknown.length > 0) {
      const choice = known.length > 0 ? `Spheres: ${known.join(", ")}` : "The vault has no projects yet.";
      throw new ToolFailure(`No project belongs to ${unknown.join(", ")}. ${choice}`);
    }
    startReview({ spheres, statuses });
    const projects = projectsOf(vault, { spheres, statuses }).map(({ path }) => path);
    return { review: "started", spheres, statuses, projects };
  },
});
