import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "../../base/index.ts";
import { escapeHtml } from "./escape-html.ts";

/** What stands before and after the content of a page. */
interface PageFrame {
  top: string;
  bottom: string;
}

/**
 * A page that loads nothing: it allows only its own style and script, each by its hash. The browser is also told to
 * refuse any markup that the script might make from data.
 */
export function frame(title: string): PageFrame {
  const { script, style } = builtPage();
  const policy = [
    "default-src 'none'",
    `script-src '${integrity(script)}'`,
    `style-src '${integrity(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return {
    top: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
`,
    bottom: `<script>${script}</script>
</body>
</html>
`,
  };
}

let read: { script: string; style: string } | undefined;

/** The page's script and style as built, so written that nothing in them ends their element or begins a comment. */
function builtPage(): { script: string; style: string } {
  if (read) return read;
  const [script = "", style = ""] = ["report.js", "report.css"].map((name) =>
    readFileSync(join(packageFolder, "dist", "page", "report", name), "utf8"),
  );
  // Within strings and patterns, the only places where they stand in built code, "\x3c" is the same character.
  read = { script: script.replace(/<(?=\/script|!--|script)/gi, "\\x3c"), style };
  return read;
}

function integrity(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
