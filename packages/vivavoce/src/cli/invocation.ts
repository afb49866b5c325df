import { basename } from "node:path";

/** How the user called Viva, so that hints can be copied: "npx viva" inside a project, "viva" where it is installed globally. */
export function invocation(): string {
  // Without node_modules there is nothing that npx could find.
  if (process.versions.pnp !== undefined) return "yarn viva";
  const script = process.argv[1] ?? "";
  const local =
    script.includes("node_modules") || process.env.npm_execpath !== undefined || basename(script) === "viva.js";
  return local ? "npx viva" : "viva";
}

/**
 * A remedy as the user can copy it: "viva list" is what Viva calls its command, and works only where it is installed
 * globally. Texts outside of this folder cannot know that.
 */
export function asTyped(remedy: string): string {
  return remedy.replace(/(?<![\w./-]|npx |yarn )viva(?= [a-z])/g, invocation());
}
