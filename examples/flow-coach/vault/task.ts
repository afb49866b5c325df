const boxes = { open: " ", waiting: "w", done: "x" } as const;

/** What the box of a task says. */
export type TaskState = keyof typeof boxes;

/** A line for a task: `- [ ] text`, `- [w] text` or `- [x] text`. */
export function taskLine({ text, state }: { text: string; state: TaskState }): string {
  return `- [${boxes[state]}] ${text}`;
}

/** The same line, bullet and box kept, with another text. */
export function withTaskText(line: string, text: string): string {
  return line.replace(/^(\s*(?:[-*+]|\d+[.)])\s+\[.\]\s+).*$/su, (_, start: string) => `${start}${text}`);
}
