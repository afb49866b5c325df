import { z } from "zod";
import { messageOf } from "../base/index.ts";

/** Why a text is no regular expression, or undefined when it is one. */
export function patternFault(source: string, flags = ""): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return `not a regular expression: ${messageOf(error)}`;
  }
}

/** The source of a regular expression, without flags. */
export const patternSchema = z
  .string()
  .min(1)
  .check((context) => {
    const fault = patternFault(context.value);
    if (fault) context.issues.push({ code: "custom", message: fault, input: context.value });
  });
