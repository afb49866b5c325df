import { z } from "zod";

/** `Projects/<title>.md` */
export const projectPathParameter = z
  .string()
  .min(1)
  .describe("Path of the project's note, such as Projects/Garden.md");

/** The text of one action, as it stands behind its box; white space counts as in the vault, where runs are one space. */
export const actionTextParameter = z
  .string()
  .regex(/\S/, "the text is blank")
  .regex(/^[^\r\n]*$/, "an action is one line")
  .refine((text) => !/^\s*(?:[-*+]\s+)?\[.\]/u.test(text), "give the text alone: the box is added for you")
  .transform((text) => text.trim().replace(/\s+/g, " "));
