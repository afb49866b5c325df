import { z } from "zod";
import { UnreadableFrontMatter, withFields } from "../vault/front-matter.ts";
import { projectStatuses } from "../vault/vault-context.ts";
import { projectPathParameter } from "./parameters.ts";
import { projectAt } from "./project-at.ts";
import { coachTool, ToolFailure } from "./tool.ts";

export const updateProjectStatus = coachTool({
  name: "update_project_status",
  description:
    "Make a project live, put it on hold, move it to someday, or archive it. The user is asked before it is written.",
  effect: "write",
  parameters: z.strictObject({
    project_path: projectPathParameter,
    new_status: z.enum(projectStatuses),
  }),
  run({ project_path, new_status }, { vault }) {
    const { project, text } = projectAt(vault, project_path);
    try {
      vault.write(project.path, withFields(text, { status: new_status }));
    } catch (error) {
      if (!(error instanceof UnreadableFrontMatter)) throw error;
      throw new ToolFailure(`The status of ${project.path} cannot be set: ${error.message}.`);
    }
    return { project: project.path, before: project.status, after: new_status };
  },
});
