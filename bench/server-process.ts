// A model server in a process of its own, so that it takes no time from what is measured.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

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

type Said = string | { toolCalls: { name: string; arguments: object }[] };

/** A judge answers in the form that the tool which asks it reads; "tools" asks for one call; any other model talks. */
const answers: Record<string, (asked: Asked) => Said> = {
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
const talk = ({ messages }: Asked): Said => `Good morning. You said: ${messages.at(-1)?.content}`;

if (process.argv[1] === import.meta.filename) {
  const { delayMs } = JSON.parse(process.argv[2] ?? "{}");
  let calls = 0;
  // Plainer than `scriptedServer`, which checks and keeps what it is asked: it shares the machine with what is measured.
  const server = createServer(async (request, response) => {
    const asked: Asked = JSON.parse(await text(request));
    calls += 1;
    const answer = () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(completion(asked.model, (answers[asked.model] ?? talk)(asked))));
    };
    if (delayMs > 0) setTimeout(answer, delayMs);
    else answer();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", 2_048, () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ url: `http://127.0.0.1:${port}/v1` });
  });
  process.on("message", () => process.send?.({ calls }));
  process.on("disconnect", () => process.exit());
}

function completion(model: string, said: Said): object {
  const message =
    typeof said === "string"
      ? { role: "assistant", content: said }
      : {
          role: "assistant",
          content: null,
          tool_calls: said.toolCalls.map(({ name, arguments: given }, index) => ({
            id: `call-${index + 1}`,
            type: "function",
            function: { name, arguments: JSON.stringify(given) },
          })),
        };
  const finish_reason = typeof said === "string" ? "stop" : "tool_calls";
  return {
    id: "chatcmpl-bench",
    object: "chat.completion",
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason }],
    usage: { prompt_tokens: 50, completion_tokens: 12, total_tokens: 62 },
  };
}
