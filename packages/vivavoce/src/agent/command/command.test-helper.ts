import { type PlayOptions, play } from "../../conversation/index.ts";
import type { CaseInput, Transcript } from "../../shape/index.ts";
import { type CommandOptions, commandAgent } from "./command-agent.ts";

/** A line of shell that sends a message. */
export const tell = (message: object) => `printf '%s\\n' '${JSON.stringify(message)}'`;
export const opened = tell({ type: "opened", viva: 1, name: "sh", version: "1" });
/** Waits for `open` and shakes hands. */
export const handshake = `read -r open; ${opened}`;
/** The id of the nth line; `open` has 1. */
export const done = (nth: number) => tell({ type: "done", re: nth + 1 });
export const say = (text: string) => tell({ type: "text", text });

/** An agent in shell, which starts faster than anything else. */
export function shell(script: string, options: Partial<CommandOptions> = {}) {
  return commandAgent({ command: "sh", args: ["-c", script], files: [], ...options });
}

export const oneLine: CaseInput = { id: "one", script: [{ content: "hello" }] };
export const twoLines: CaseInput = { id: "two", script: [{ content: "one" }, { content: "two" }] };

export async function outcomeOf(script: string, options?: Partial<CommandOptions>, playing: PlayOptions = {}) {
  return (await play(shell(script, options), oneLine, playing)).outcome;
}

export const texts = ({ exchanges }: Transcript) =>
  exchanges.map(({ items }) => items.flatMap((item) => (item.type === "text" ? [item.text] : [])));
