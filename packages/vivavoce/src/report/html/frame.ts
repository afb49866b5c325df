import { createHash } from "node:crypto";
import { escapeHtml } from "./escape-html.ts";
import { pageScript } from "./page-script.ts";
import { pageStyle } from "./style.ts";

/** What stands before and after the content of a page. */
export interface PageFrame {
  top: string;
  bottom: string;
}

/**
 * A page that loads nothing: it allows only its own style and script, each by its hash. The browser is also told to
 * refuse any markup that the script might make from data.
 */
export function frame(title: string): PageFrame {
  const script = pageScript();
  const policy = [
    "default-src 'none'",
    `script-src '${integrity(script)}'`,
    `style-src '${integrity(pageStyle)}'`,
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
<style>${pageStyle}</style>
</head>
<body>
`,
    bottom: `<script type="module">${script}</script>
</body>
</html>
`,
  };
}

function integrity(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
