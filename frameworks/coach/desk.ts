import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Agent, httpAgent } from "vivavoce";
import { runCall } from "../../examples/flow-coach/coach/run-call.ts";
import { behindCoach } from "./behind.ts";

/** What answers at a desk, by the path of its conversation. */
const desks = new Map<string, (what: string, body) => unknown>();

// A service of the agent's that the suite stands in for: in the process of the suite, since the vault is there.
const service = createServer(async (request, response) => {
  const [, conversation, what] = request.url.split("/");
  try {
    response.end(JSON.stringify(await desks.get(conversation)(what, await json(request))));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
service.unref();

export const deskHost = `127.0.0.1:${(service.address() as AddressInfo).port}`;

/** The coach behind HTTP, with a desk of its own for each conversation. */
export function servedCoach(options: Partial<Parameters<typeof httpAgent>[0]>): Agent {
  const conversation = crypto.randomUUID();
  const { coach, deskOf, specs, tools } = behindCoach();
  const agent = httpAgent({
    name: "coach",
    url: "http://127.0.0.1:{port}/",
    files: ["server.ts"],
    tools: specs,
    request: ({ message, session, history }) => ({
      message,
      session,
      history,
      desk: `http://${deskHost}/${conversation}`,
    }),
    session: "/session",
    reply: "/texts",
    ...options,
  });
  return {
    ...agent,
    async open(context) {
      const session = await agent.open(context);
      const desk = deskOf(context.world);
      desks.set(conversation, async (what, call) => {
        if (what === "coach") return coach(context.world);
        const outcome = await runCall({ context, tools, desk }, { ...call, arguments: JSON.parse(call.arguments) });
        return { role: "tool", tool_call_id: call.id, content: JSON.stringify(outcome) };
      });
      const close = async () => {
        desks.delete(conversation);
        await session.close();
      };
      return { ...session, close };
    },
  };
}
