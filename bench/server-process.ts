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

interface Asked {
  model: string;
  messages: { role: string; content?: unknown }[];
}

/** A judge answers in the form that the tool which asks it reads; "tools" asks for one call; any other model talks. */
const answers: Record<string, (asked: Asked) => string | object> = {
  "judge-of-viva": () =>
    JSON.stringify({
      items: [
        { id: "c1", evidence: ["Good morning. You said: Good morning"], reasoning: "It greets.", verdict: "yes" },
      ],
    }),
  "judge-of-promptfoo": () => JSON.stringify({ pass: true, score: 1, reason: "It greets." }),
  "judge-of-deepeval": () => JSON.stringify({ score: 10, reason: "It greets." }),
  judge: () => JSON.stringify({ score: 1, reason: "It greets." }),
  tools: ({ messages }) => {
    const said = messages.filter(({ role }) => role === "user").length;
    return { toolCalls: [{ name: "close_item", arguments: { item: `item-${said}` } }] };
  },
};
const talk = ({ messages }: Asked) => `Good morning. You said: ${messages.at(-1)?.content}`;

if (process.argv[1] === import.meta.filename) {
  const { delayMs } = JSON.parse(process.argv[2] ?? "{}");
  const answer = (asked: Asked) => (answers[asked.model] ?? talk)(asked);
  const server = await scriptedServer({ answer, delayMs, keepRequests: false });
  process.send?.({ url: server.url });
  process.on("message", () => process.send?.({ calls: server.calls }));
  process.on("disconnect", () => process.exit());
}
