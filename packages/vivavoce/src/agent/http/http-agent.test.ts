import { brotliCompressSync, createGzip, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { replyOf } from "../../shape/index.ts";
import { answerJson, bodyOf, serving, talk } from "./http-agent.test-helper.ts";

const replies = async (played: ReturnType<typeof talk>) => {
  const { exchanges, outcome } = await played;
  expect(outcome).toMatchObject({ kind: "completed" });
  return exchanges.map(replyOf);
};

describe.concurrent("what is sent", () => {
  test("the message with all that was said before, where there are no sessions", async () => {
    const bodies: unknown[] = [];
    const url = await serving(async (request, response) => {
      bodies.push(await bodyOf(request));
      response.end(`Answer ${bodies.length}.`);
    });
    const history = [{ role: "assistant" as const, content: "Front desk." }];
    expect(await replies(talk({ url }, ["One", "Two"], { history }))).toEqual(["Answer 1.", "Answer 2."]);
    const said = [...history, { role: "user", content: "One" }, { role: "assistant", content: "Answer 1." }];
    expect(bodies).toEqual([
      { message: "One", history },
      { message: "Two", history: said },
    ]);
  });

  test("a body of the owner's own, with headers, and a trace that names the trial", async () => {
    const seen: Record<string, unknown>[] = [];
    const url = await serving(async (request, response) => {
      const { authorization, traceparent } = request.headers;
      seen.push({ method: request.method, authorization, traceparent, ...(await bodyOf(request)) });
      response.end("Yes.");
    });
    await talk({
      url,
      headers: { authorization: "Bearer abc" },
      request: ({ message, conversation, case: { id } }) => ({ text: message, thread: conversation, id }),
    });
    expect(seen).toEqual([
      {
        method: "POST",
        authorization: "Bearer abc",
        traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
        text: "Hello",
        thread: expect.stringMatching(/^[0-9a-f-]{36}$/),
        id: "case",
      },
    ]);
  });
});

describe.concurrent("sessions", () => {
  test("20 conversations at once, each with its own", async () => {
    const heard = new Map<string, string[]>();
    const url = await serving(async (request, response) => {
      const { text, session } = await bodyOf<{ text: string; session?: string }>(request);
      const sessionId = session ?? `s${heard.size + 1}`;
      const lines = heard.get(sessionId) ?? [];
      heard.set(sessionId, [...lines, text]);
      setImmediate(() => answerJson(response, { answer: [...lines, text].join(", "), sessionId }));
    });
    const one = async (_: unknown, index: number) =>
      replies(
        talk(
          {
            url,
            request: ({ message, session }) => ({ text: message, session }),
            session: "/sessionId",
            reply: "/answer",
          },
          [`a${index}`, `b${index}`, `c${index}`],
        ),
      );
    const all = await Promise.all(Array.from({ length: 20 }, one));
    for (const [index, said] of all.entries()) expect(said.at(-1)).toBe(`a${index}, b${index}, c${index}`);
    expect(heard.size).toBe(20);
  });

  test("in a header", async () => {
    const url = await serving((request, response) => {
      const session = request.headers["x-session"];
      response.setHeader("X-Session", session ?? "s1").end(`session ${session}`);
    });
    expect(await replies(talk({ url, session: "header:X-Session" }, ["One", "Two"]))).toEqual([
      "session undefined",
      "session s1",
    ]);
  });

  test("in cookies, of which the latest counts", async () => {
    const url = await serving((request, response) => {
      response.setHeader(
        "set-cookie",
        request.headers.cookie ? ["b=3", "old=; Max-Age=0"] : ["a=1; Path=/; HttpOnly", "b=2", "old=x"],
      );
      response.end(`cookies ${request.headers.cookie}`);
    });
    expect(await replies(talk({ url, session: "cookie" }, ["One", "Two", "Three"]))).toEqual([
      "cookies undefined",
      "cookies a=1; b=2; old=x",
      "cookies a=1; b=3",
    ]);
  });

  test("in a cookie that the server deletes with its last answer", async () => {
    const gone = "a=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT";
    const url = await serving((request, response) => {
      response.setHeader("set-cookie", request.headers.cookie ? gone : "a=1");
      response.end(`cookies ${request.headers.cookie}`);
    });
    const talked = talk({ url, session: "cookie" }, ["One", "Two", "Three"]);
    expect(await replies(talked)).toEqual(["cookies undefined", "cookies a=1", "cookies undefined"]);
    expect((await talked).outcome.kind).toBe("completed");
  });

  test.each(["/id", "header:x-session", "cookie"])("an answer without %s fails the agent", async (session) => {
    const url = await serving((_request, response) => answerJson(response, { text: "Hi." }));
    const { outcome } = await talk({ url, session, reply: "/text" }, ["One", "Two"]);
    expect(outcome).toMatchObject({
      kind: "agent-failed",
      reason: "threw",
      exchange: 1,
      message: expect.stringContaining("the next message would begin a new conversation"),
    });
  });
});

describe.concurrent("answers", () => {
  test("a text deep inside, a list of texts, and events by a function", async () => {
    const answers = [{ out: [{ text: "First." }] }, { out: [{ text: ["Second.", "Third."] }] }];
    const url = await serving((_request, response) => answerJson(response, answers.shift()));
    expect(await replies(talk({ url, reply: "/out/0/text" }, ["One", "Two"]))).toEqual(["First.", "Second.\n\nThird."]);
    const other = await serving((_request, response) => answerJson(response, { tool: "book", says: "Done." }));
    const reply = (body: unknown) => {
      const { tool, says } = body as { tool: string; says: string };
      return [{ type: "call" as const, id: "a", name: tool, arguments: {} }, says];
    };
    const { exchanges } = await talk({ url: other, reply });
    expect(exchanges[0]?.items).toMatchObject([{ call: { name: "book" } }, { text: "Done." }]);
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ])("packed as %s, whatever was asked for", async (coding, pack) => {
    const asked: unknown[] = [];
    const url = await serving(({ headers }, response) => {
      asked.push(headers["accept-encoding"]);
      response.writeHead(200, { "content-encoding": coding }).end(pack("Grüezi!"));
    });
    expect(await replies(talk({ url }))).toEqual(["Grüezi!"]);
    expect(asked).toEqual(["identity"]);
  });

  test("a packed stream is read as it comes", async () => {
    const url = await serving((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" });
      const packed = createGzip();
      packed.pipe(response);
      packed.write("data: Good\n\n");
      packed.flush();
      setTimeout(() => packed.end("data:  day.\n\n"), 20);
    });
    const { exchanges } = await talk({ url });
    expect(exchanges[0]?.items).toEqual([{ type: "text", text: "Good day." }]);
    expect(exchanges[0]).toHaveProperty("firstWordMs");
  });

  test.each([
    ["sse", "text/event-stream", (data: string) => `event: delta\ndata: ${data}\n\n`],
    ["ndjson", "application/x-ndjson", (data: string) => `${data}\n`],
  ] as const)("streamed as %s, as one text with the time of its first word", async (stream, type, frame) => {
    const url = await serving(async (_request, response) => {
      response.writeHead(200, { "content-type": type });
      const text = [{ id: "s1" }, { delta: "Grüe" }, { delta: "zi!" }]
        .map((data) => frame(JSON.stringify(data)))
        .join("");
      const bytes = Buffer.from(text);
      // In the middle of a character.
      const at = bytes.indexOf("ü") + 1;
      response.write(bytes.subarray(0, at));
      setTimeout(() => response.end(bytes.subarray(at)), 5);
    });
    const { exchanges } = await talk({ url, stream, reply: "/delta", session: "/id" });
    expect(exchanges[0]?.items).toEqual([{ type: "text", text: "Grüezi!" }]);
    const events = (data: unknown) => {
      const { delta } = data as { delta?: string };
      return delta === undefined ? undefined : [{ type: "text" as const, text: delta }];
    };
    const mapped = await talk({ url, stream, events });
    expect(mapped.exchanges[0]?.items).toEqual([{ type: "text", text: "Grüezi!" }]);
  });
});
