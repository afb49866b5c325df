import { z } from "zod";
import { hostProblem } from "../network/index.ts";

/** What code of a suite may reach in a replay. */
export const networkSchema = z.strictObject({
  allow: z
    .array(
      z.string().superRefine((entry, context) => {
        const problem = hostProblem(entry);
        if (problem !== undefined) context.addIssue({ code: "custom", message: `"${entry}": ${problem}` });
      }),
    )
    .optional(),
});

export const networkForm = 'network: { allow: ["db.example.com", "localhost:5432"] }.';
