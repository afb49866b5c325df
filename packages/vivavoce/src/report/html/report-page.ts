import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "../../base/index.ts";
import { requestKey } from "../views/request-key.ts";
import type { ViewAnswers, ViewName } from "../views/views.ts";
import { escapeHtml } from "./escape-html.ts";
import { scriptJson } from "./script-json.ts";

/** One answer that a page carries: what was asked for, and the answer to it. */
export type AnswerBlock = {
  [Name in ViewName]: [name: Name, query: ViewAnswers[Name]["query"], answer: ViewAnswers[Name]["answer"]];
}[ViewName];

export interface ReportPage {
  title: string;
  /** Markup for readers without script. */
  summary: string;
  /** Where the page opens: "#/compare/7f3a/91bc". */
  start: string;
  answers: AsyncIterable<AnswerBlock>;
  write(text: string): void | Promise<void>;
}

/** Writes the page as one file that loads nothing: it allows only its own style and script, each by its hash. */
export async function writeReportPage({ title, summary, start, answers, write }: ReportPage): Promise<void> {
  const [script, style] = ["report.js", "report.css"].map((name) =>
    readFileSync(join(packageFolder, "dist", "page", "report", name), "utf8"),
  ) as [string, string];
  const policy = [
    "default-src 'none'",
    `script-src '${integrity(script)}'`,
    `style-src '${integrity(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  await write(`<!doctype html>
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
<div id="root" data-start="${escapeHtml(start)}">${summary}</div>
`);
  for await (const [name, query, answer] of answers)
    await write(
      `<script type="application/json" id="${escapeHtml(requestKey(name, query))}">${scriptJson(answer)}</script>\n`,
    );
  await write(`<script>${script}</script>\n</body>\n</html>\n`);
}

function integrity(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
