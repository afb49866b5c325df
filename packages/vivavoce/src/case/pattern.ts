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
