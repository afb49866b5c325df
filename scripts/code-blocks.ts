// The fenced blocks of a markdown page: files to write, and commands with what they print.

export interface CodeBlock {
  language: string;
  text: string;
  /** The line of its first fence, from 1. */
  line: number;
}

/** All fenced blocks, in order. A block inside a list keeps no indentation. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: (CodeBlock & { fence: string; indent: number }) | undefined;
  for (const [index, line] of markdown.split("\n").entries()) {
    const fence = /^(\s*)(`{3,})(\w*)\s*$/.exec(line);
    if (open && fence?.[2] === open.fence && fence[3] === "") {
      blocks.push({ language: open.language, text: open.text, line: open.line });
      open = undefined;
    } else if (open) open.text += `${line.slice(Math.min(open.indent, line.search(/\S|$/)))}\n`;
    else if (fence?.[2]) {
      const indent = fence[1]?.length ?? 0;
      open = { language: fence[3] ?? "", text: "", line: index + 1, fence: fence[2], indent };
    }
  }
  if (open) throw new Error(`the block of line ${open.line} is never closed`);
  return blocks;
}

/** The file a block belongs in, by the comment in its first line: `// agent.ts`, `# cases/errands.yaml`. */
export function fileNameOf({ text }: CodeBlock): string | undefined {
  return /^(?:\/\/|#) ([\w./=@-]+\.(?:ts|tsx|yaml|jsonl|json|md))\n/.exec(text)?.[1];
}

export interface ShownCommand {
  command: string;
  output: string;
}

/** The commands of a console block (`$ npx viva run`), each with the output that is shown under it. */
export function shownCommands({ text }: CodeBlock): ShownCommand[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      return { command: part.slice(0, end), output: part.slice(end + 1) };
    });
}
