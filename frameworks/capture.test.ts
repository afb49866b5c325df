// The clients that agents use, as a suite's code would: loaded after the capture is in place, one client shared by
// conversations that go on at once.
import { once } from "node:events";
import http from "node:http";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { othersMeant } from "../packages/vivavoce/src/gateway/attribution.ts";
import { installCapture, setStrayBase, withinRoute } from "../packages/vivavoce/src/gateway/capture.ts";
import { isModelHost, modelHosts } from "../packages/vivavoce/src/gateway/model-hosts.ts";
import { installGuard, letReach, SuiteNetwork } from "../packages/vivavoce/src/network/index.ts";

installGuard();
installCapture();

const network = new SuiteNetwork();
network.lead(isModelHost(modelHosts([], { baseURLs: [], reached: [] })));
network.open();

/** What came to the gateway: for which trial, and what was asked. */
let arrivals: { token: string; target: string; body: Record<string, unknown> }[] = [];
let base = "";
const server = http.createServer(async (request, response) => {
  const [, token = "", target = ""] = /^\/t\/([^/]+)\/to\/(.*)$/.exec(request.url ?? "") ?? [];
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  const body = JSON.parse(text);
  arrivals.push({ token, target, body });
  await setTimeout(Math.random() * 5);
  if (token === "-")
    return response.writeHead(400, { "content-type": "application/json" }).end('{"error":{"message":"stray"}}');
  if (body.stream) {
    response.setHeader("content-type", "text/event-stream");
    for (const content of ["to ", token]) {
      response.write(
        `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [{ index: 0, delta: { content } }] })}\n\n`,
      );
      await setTimeout(1);
    }
    return response.end("data: [DONE]\n\n");
  }
  response.setHeader("content-type", "application/json");
  return response.end(JSON.stringify(answerTo(target, token)));
});

function answerTo(target: string, token: string): unknown {
  const text = `to ${token}`;
  if (target.endsWith("/messages")) {
    const usage = { input_tokens: 1, output_tokens: 1 };
    return {
      id: "1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text }],
      stop_reason: "end_turn",
      usage,
    };
  }
  if (target.endsWith("/responses")) {
    const content = [{ type: "output_text", text, annotations: [] }];
    const output = [{ id: "2", type: "message", role: "assistant", status: "completed", content }];
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    return { id: "1", object: "response", created_at: 1, model: "m", status: "completed", output, usage };
  }
  const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }];
  return {
    id: "1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices,
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

let forget = () => {};
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  base = `http://127.0.0.1:${port}/t`;
  forget = letReach(port);
  setStrayBase(`${base}/-`);
});
afterAll(() => {
  forget();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  arrivals = [];
});

/** Two exchanges in each of so many conversations at once; what they were told. */
function converse(ask: (line: string) => Promise<string>, conversations = 50): Promise<(string | undefined)[][]> {
  const one = (index: number) => {
    const route = `${base}/t${index}`;
    const trial = network.trial();
    return trial.within(async () => {
      const heard: (string | undefined)[] = [];
      for (const exchange of [1, 2]) {
        await setTimeout(Math.random() * 5);
        heard.push(await withinRoute(route, () => ask(lineOf(index, exchange))).catch(() => undefined));
      }
      return heard;
    });
  };
  return Promise.all(Array.from({ length: conversations }, (_, index) => one(index)));
}

const lineOf = (index: number, exchange: number) => `This is exchange ${exchange} of conversation t${index}.`;
const chat = "https://api.openai.com/v1/chat/completions";
const bodyOf = (content: string) => ({ model: "m", messages: [{ role: "user", content }] });
const textOf = (body: unknown) =>
  (body as { choices: { message: { content: string } }[] }).choices[0]?.message.content ?? "";

/** Makes one client, and gives how a line is asked by it. */
const clients: Record<string, () => Promise<(line: string) => Promise<string>>> = {
  openai: async () => {
    const { default: OpenAI } = await import("openai");
    const client = new OpenAI({ apiKey: "none" });
    return async (line) => textOf(await client.chat.completions.create(bodyOf(line) as never));
  },
  "openai, responses": async () => {
    const { default: OpenAI } = await import("openai");
    const client = new OpenAI({ apiKey: "none" });
    return async (line) => (await client.responses.create({ model: "m", input: line })).output_text;
  },
  "openai, streamed": async () => {
    const { default: OpenAI } = await import("openai");
    const client = new OpenAI({ apiKey: "none" });
    return async (line) => {
      let text = "";
      const stream = await client.chat.completions.create({ ...bodyOf(line), stream: true } as never);
      for await (const chunk of stream as unknown as AsyncIterable<{ choices: { delta: { content?: string } }[] }>)
        text += chunk.choices[0]?.delta.content ?? "";
      return text;
    };
  },
  "@anthropic-ai/sdk": async () => {
    const { default: Anthropic } = await import("@anthropic-ai/sdk");
    const client = new Anthropic({ apiKey: "none" });
    return async (line) => {
      const { content } = await client.messages.create({ max_tokens: 9, ...bodyOf(line) } as never);
      return content[0]?.type === "text" ? content[0].text : "";
    };
  },
  ai: async () => {
    const { generateText } = await import("ai");
    const { createOpenAI } = await import("@ai-sdk/openai");
    const model = createOpenAI({ apiKey: "none" }).chat("m");
    return async (prompt) => (await generateText({ model, prompt, maxRetries: 0 })).text;
  },
  axios: async () => {
    const { default: axios } = await import("axios");
    const client = axios.create();
    return async (line) => textOf((await client.post(chat, bodyOf(line))).data);
  },
  got: async () => {
    const { default: got } = await import("got");
    const client = got.extend({ retry: { limit: 0 } });
    return async (line) => textOf(await client.post(chat, { json: bodyOf(line) }).json());
  },
  "node-fetch": async () => {
    const { default: nodeFetch } = await import("node-fetch");
    return async (line) =>
      textOf(await (await nodeFetch(chat, { method: "POST", body: JSON.stringify(bodyOf(line)) })).json());
  },
  "undici, request": async () => {
    const { request } = await import("undici");
    return async (line) =>
      textOf(await (await request(chat, { method: "POST", body: JSON.stringify(bodyOf(line)) })).body.json());
  },
  "undici, fetch": async () => {
    const { fetch } = await import("undici");
    return async (line) =>
      textOf(await (await fetch(chat, { method: "POST", body: JSON.stringify(bodyOf(line)) })).json());
  },
  "undici, with a dispatcher of the suite's for all": async () => {
    const { Agent, request, setGlobalDispatcher } = await import("undici");
    setGlobalDispatcher(new Agent({ connections: 2 }));
    return async (line) =>
      textOf(await (await request(chat, { method: "POST", body: JSON.stringify(bodyOf(line)) })).body.json());
  },
  // Nothing listens at their address.
  "undici, with a proxy for all": async () => {
    const { ProxyAgent, request, setGlobalDispatcher } = await import("undici");
    setGlobalDispatcher(new ProxyAgent("http://127.0.0.1:9"));
    return async (line) =>
      textOf(await (await request(chat, { method: "POST", body: JSON.stringify(bodyOf(line)) })).body.json());
  },
  "fetch, with the environment's proxy for all": async () => {
    const { EnvHttpProxyAgent, setGlobalDispatcher } = await import("undici");
    const proxy = "http://127.0.0.1:9";
    setGlobalDispatcher(new EnvHttpProxyAgent({ httpProxy: proxy, httpsProxy: proxy }));
    return async (line) =>
      textOf(await (await fetch(chat, { method: "POST", body: JSON.stringify(bodyOf(line)) })).json());
  },
};

describe("50 conversations at once over one client: every call goes to its own trial", () => {
  test.each(Object.keys(clients))("%s", async (name) => {
    const ask = await clients[name]?.();
    const heard = await converse(ask ?? expect.fail());
    expect(heard).toEqual(heard.map((_, index) => [`to t${index}`, `to t${index}`]));
    expect(arrivals).toHaveLength(100);
    for (const { token, body } of arrivals) expect(JSON.stringify(body)).toContain(`of conversation ${token}.`);
    expect(arrivals.every(({ target }) => /^https\/api\.(?:openai|anthropic)\.com\/v1\//.test(target))).toBe(true);
  });
});

describe("where the context is lost, no call is laid to the wrong trial unnoticed", () => {
  /** As the gateway would: by what the users of the conversations have said. */
  const verdicts = () => {
    const said = Map.groupBy(arrivals, ({ body }) => /conversation (t\d+)\./.exec(JSON.stringify(body))?.[1] ?? "");
    return arrivals.map(({ token, body }) => {
      if (token === "-") return "stray";
      const exchange = Number(/exchange (\d)/.exec(JSON.stringify(body))?.[1]);
      const open = [...said.keys()].map((id) => ({
        caseId: id,
        lines: [1, 2].slice(0, exchange).map((each) => lineOf(Number(id.slice(1)), each)),
      }));
      const own = open.find(({ caseId }) => caseId === token);
      const isRight = JSON.stringify(body).includes(`conversation ${token}.`);
      const found = !own ? "unknown" : othersMeant(own, open, body as never).length > 0 ? "other" : "own";
      return isRight === (found === "own") ? found : `wrong: ${found}`;
    });
  };

  test("by p-queue", async () => {
    const { default: PQueue } = await import("p-queue");
    const queue = new PQueue({ concurrency: 2 });
    const ask = await clients.openai?.();
    await converse((line) => queue.add(() => ask?.(line) ?? "") as Promise<string>);
    // This version keeps the context of whoever adds to it, earlier ones do not.
    expect(new Set(verdicts())).toEqual(new Set(["own"]));
    expect(arrivals).toHaveLength(100);
  });

  /** One worker does all the asking, in the context that it is started in. */
  function workerOf(ask: (line: string) => Promise<string>) {
    const jobs: (() => Promise<void>)[] = [];
    let wake = () => {};
    const work = async (): Promise<never> => {
      for (;;) {
        await jobs.shift()?.();
        if (jobs.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      }
    };
    const add = (line: string) =>
      new Promise<string>((resolve, reject) => {
        jobs.push(() => ask(line).then(resolve, reject));
        wake();
      });
    return { work, add };
  }

  test("by a worker that the first conversation starts", async () => {
    const { work, add } = workerOf((await clients.axios?.()) ?? expect.fail());
    let isStarted = false;
    const heard = await converse((line) => {
      if (!isStarted) void work();
      isStarted = true;
      return add(line);
    }, 10);
    expect(new Set(heard.flat()).size).toBe(1);
    expect(verdicts().toSorted()).toEqual([...Array(18).fill("other"), "own", "own"]);
  });

  test("by a worker that was started when the suite was loaded", async () => {
    const { work, add } = workerOf((await clients.axios?.()) ?? expect.fail());
    void network.within(work);
    const heard = await converse(add, 10);
    expect(heard.flat()).toEqual(Array(20).fill(undefined));
    expect(verdicts()).toEqual(Array(20).fill("stray"));
  });

  test("an own undici agent is refused", async () => {
    const { Agent, request } = await import("undici");
    const agent = new Agent();
    const trial = network.trial();
    const asked = trial.within(() =>
      withinRoute(`${base}/own`, () => request(chat, { method: "POST", dispatcher: agent })),
    );
    await expect(asked).rejects.toThrow("Viva would not see the call");
    expect(String(trial.signal.reason)).toMatch(/api\.openai\.com:443 \(by undici\)/);
    expect(arrivals).toEqual([]);
  });

  test.each(["ProxyAgent", "EnvHttpProxyAgent"] as const)(
    "an own %s is an outage, whether it works or not",
    async (kind) => {
      const undici = await import("undici");
      const tunnels: string[] = [];
      const proxy = http.createServer().on("connect", ({ url }, socket) => {
        tunnels.push(url ?? "");
        socket.destroy();
      });
      proxy.listen(0, "127.0.0.1");
      await once(proxy, "listening");
      const { port } = proxy.address() as { port: number };
      for (const at of [port, 9]) {
        const uri = `http://127.0.0.1:${at}`;
        const dispatcher =
          kind === "ProxyAgent" ? new undici.ProxyAgent(uri) : new undici.EnvHttpProxyAgent({ httpsProxy: uri });
        const trial = network.trial();
        const asked = trial.within(() =>
          withinRoute(`${base}/own`, () => undici.request(chat, { method: "POST", dispatcher })),
        );
        await expect(asked).rejects.toThrow();
        expect(String(trial.signal.reason)).toMatch(/api\.openai\.com:443 \(by undici\)/);
      }
      proxy.close();
      expect(arrivals).toEqual([]);
    },
  );
});
