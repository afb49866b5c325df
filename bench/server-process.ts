// A scripted model server in a process of its own, so that it takes no time from what is measured.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { scriptedServer } from "vivavoce/testing";

export interface ServerProcess {
  url: string;
  /** How many calls it has received so far. */
  calls(): Promise<number>;
  close(): void;
}

/** Starts the server in a child process. */
export async function serverProcess(options: { delayMs: number }): Promise<ServerProcess> {
  const child: ChildProcess = fork(import.meta.filename, [JSON.stringify(options)], { execArgv: [] });
  const [{ url }] = await once(child, "message");
  return {
    url,
    async calls() {
      child.send("calls");
      const [{ calls }] = await once(child, "message");
      return calls;
    },
    close: () => child.kill(),
  };
}

if (process.argv[1] === import.meta.filename) {
  const { delayMs } = JSON.parse(process.argv[2] ?? "{}");
  const answer = (request: { messages: { content?: unknown }[] }) =>
    `Good morning. You said: ${request.messages.at(-1)?.content}`;
  const server = await scriptedServer({ answer, delayMs, keepRequests: false });
  process.send?.({ url: server.url });
  process.on("message", () => process.send?.({ calls: server.calls }));
  process.on("disconnect", () => process.exit());
}
