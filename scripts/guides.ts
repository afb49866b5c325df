// node scripts/guides.ts: plays through the pages of docs/guide and writes what their commands print into them.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type CodeBlock, codeBlocks, fileNameOf, shownCommands } from "./code-blocks.ts";
import { root, runVivaHere, stable } from "./run-viva.ts";

const guides = join(root, "docs", "guide");

/** The pages of the guide, by name. */
export function guidePages(): Map<string, string> {
  const names = readdirSync(guides).filter((name) => name.endsWith(".md"));
  return new Map(names.sort().map((name) => [name, readFileSync(join(guides, name), "utf8")]));
}

/** A page with its commands' output as it is now: its blocks are gone through in order, files written, commands run. */
export async function playedThrough(page: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "viva-guide-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    const shell = { folder, status: 0 };
    const lines = page.split("\n");
    const replacements: { block: CodeBlock; text: string }[] = [];
    for (const block of codeBlocks(page)) {
      writeBlock(block, folder);
      if (block.language === "console") replacements.push({ block, text: await commandsAndOutput(block, shell) });
    }
    for (const { block, text } of replacements.reverse()) {
      lines.splice(block.line, block.text.split("\n").length - 1, ...text.split("\n").slice(0, -1));
    }
    return lines.join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts a block that names its file into a folder; any other is only read by people. */
export function writeBlock(block: CodeBlock, folder: string): void {
  const name = fileNameOf(block);
  if (name === undefined) return;
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  // JSON has no comments: the line that names the file is for the reader of the page.
  writeFileSync(file, /\.jsonl?$/.test(name) ? block.text.replace(/^.*\n/, "") : block.text);
}

interface Shell {
  folder: string;
  /** How the last command ended. */
  status: number;
}

async function commandsAndOutput(block: CodeBlock, shell: Shell): Promise<string> {
  let text = "";
  for (const { command } of shownCommands(block)) text += `$ ${command}\n${await outputOf(command, shell)}`;
  return text;
}

async function outputOf(command: string, shell: Shell): Promise<string> {
  if (command === "echo $?") return `${shell.status}\n`;
  const [npx, viva, ...args] = command.split(" ");
  if (npx !== "npx" || viva !== "viva") throw new Error(`a guide can only run npx viva, not: ${command}`);
  const { text, status } = await runVivaHere(args, { cwd: shell.folder });
  shell.status = status;
  const here = stable(text).replaceAll(`${shell.folder}/`, "").replaceAll(shell.folder, ".");
  return `${here.replace(/[ \t]+$/gm, "").trimEnd()}\n`;
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, page] of guidePages()) writeFileSync(join(guides, name), await playedThrough(page));
}
