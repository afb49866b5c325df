import { safeText } from "../../base/index.ts";

/** A command to GitHub's runner, such as an annotation: `::error file=a.json,line=3,title=…::message`. */
export function workflowCommand(
  name: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const given = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name}${given.length > 0 ? ` ${given.join(",")}` : ""}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return safeText(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
