import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { answerJson, serving, talk } from "./http-agent.test-helper.ts";
import type { HttpAgentOptions } from "./options.ts";

async function outcomeOf(listener: RequestListener, options: Partial<HttpAgentOptions> = {}) {
  let requests = 0;
  const url = await serving((request, response) => {
    requests += 1;
    listener(request, response);
  });
  const { outcome } = await talk({ url, ...options });
  return { ...outcome, requests };
}

describe.concurrent("what a server's failure says of the agent", () => {
  test.each([
    [429, 3],
    [503, 3],
    // They may have begun to work on it: the message is not sent twice.
    [502, 1],
    [504, 1],
  ])("%i is an outage, after %i tries", async (status, tries) => {
    const outcome = await outcomeOf((_request, response) => {
      response.writeHead(status, status === 503 ? {} : { "retry-after": "0" }).end("busy");
    });
    expect(outcome).toMatchObject({ kind: "infrastructure", requests: tries });
    expect(outcome).toHaveProperty("message", expect.stringContaining(`answered ${status}: busy (${tries} tr`));
  });

  test.each([["60"], [new Date(Date.now() + 3_600_000).toUTCString()]])(
    "429 that asks for a long wait is not waited for: %s",
    async (wait) => {
      const outcome = await outcomeOf((_request, response) => response.writeHead(429, { "retry-after": wait }).end());
      expect(outcome).toMatchObject({ kind: "infrastructure", requests: 1 });
    },
  );

  test("a try that succeeds is an answer like any other", async () => {
    let tries = 0;
    const outcome = await outcomeOf((_request, response) => {
      response.writeHead(++tries === 1 ? 429 : 200, tries === 1 ? { "retry-after": "0" } : {}).end("Hello.");
    });
    expect(outcome).toMatchObject({ kind: "completed", requests: 2 });
  });

  test("a refused connection is an outage", async () => {
    const { outcome } = await talk({ url: "http://127.0.0.1:9/chat" });
    expect(outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringContaining("ECONNREFUSED (3 tries)"),
    });
  });

  test.each([400, 404, 422, 500, 303])("%i is the agent's failure, with the body's beginning", async (status) => {
    const outcome = await outcomeOf((_request, response) => answerJson(response, { detail: "x".repeat(300) }, status));
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "threw", requests: 1 });
    const { message } = outcome as { message: string };
    expect(message).toMatch(new RegExp(`^POST http://127.0.0.1:\\d+/chat answered ${status}: \\{"detail":"x+…$`));
    expect(message.length).toBeLessThan(260);
  });

  test.each([
    ["not JSON", "<html>", { reply: "/text" }, "is not JSON: <html>"],
    ["JSON without the text", '{"other":1}', { reply: "/text" }, 'no text at /text: {"other":1}'],
    ["JSON where no text was pointed at", '{"text":"a"}', {}, 'give it reply: "/…"'],
    [
      "an apology beside an error further down",
      '{"data":{"text":"Sorry!","error":"x"}}',
      { reply: "/data/text" },
      "answer holds an error",
    ],
    ["the page of an error", "<!DOCTYPE html><html><h1>500</h1></html>", {}, "answer is a web page: <!DOCTYPE html>"],
    [
      "a stream whose last part is an error",
      '{"text":"The price is "}\n{"type":"error","message":"overloaded"}\n',
      { stream: "ndjson" as const, reply: "/text" },
      "stream holds an error",
    ],
    ["an apology beside an error", '{"text":"Sorry!","error":{"code":1}}', { reply: "/text" }, "answer holds an error"],
    [
      "a stream with words beside an error",
      '{"text":"The price is "}\n{"text":"Sorry!","error":"overloaded"}\n',
      { stream: "ndjson" as const, reply: "/text" },
      "stream holds an error",
    ],
    ["no stream", '{"text":"a"}', { stream: "sse" as const, reply: "/text" }, "is not a stream (sse)"],
    [
      "a stream of JSON where no text was pointed at",
      '{"text":"a"}\n',
      { stream: "ndjson" as const },
      'give it reply: "/…"',
    ],
    [
      "a stream with an error in it",
      '{"text":"The price is "}\n{"error":"overloaded"}\n',
      { stream: "ndjson" as const, reply: "/text" },
      'stream holds an error: {"error":"overloaded"}',
    ],
    [
      "a stream with an event that is an error",
      "data: The price is\n\nevent: error\ndata: overloaded\n\n",
      { stream: "sse" as const },
      "stream holds an error: overloaded",
    ],
    ["half a line of JSON", '{"text":"a"}\n{"tex', { stream: "ndjson" as const, reply: "/text" }, 'not JSON: {"tex'],
  ])("an answer that is %s is the agent's failure", async (_name, body, options, message) => {
    const outcome = await outcomeOf((_request, response) => response.end(body), options);
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "threw", message: expect.stringContaining(message) });
  });

  test.each(['"errors":["overloaded"]', '"success":false', '"status":"error"', '"statusCode":503'])(
    "an apology beside %s is the agent's failure",
    async (field) => {
      const answer = `{"text":"Sorry!",${field}}`;
      const outcome = await outcomeOf((_request, response) => response.end(answer), { reply: "/text" });
      expect(outcome).toMatchObject({
        kind: "agent-failed",
        message: expect.stringContaining("answer holds an error"),
      });
    },
  );

  test("an error that is empty, or that is the reply that was asked for, is not one", async () => {
    for (const error of ["null", "false", '""', "{}", "[]"]) {
      const body = `{"text":"Hello","error":${error}}`;
      const outcome = await outcomeOf((_request, response) => response.end(body), { reply: "/text" });
      expect(outcome).toMatchObject({ kind: "completed" });
    }
    const asked = await outcomeOf((_request, response) => response.end('{"error":"No."}'), { reply: "/error" });
    expect(asked).toMatchObject({ kind: "completed" });
  });

  test("nothing at all is an empty reply", async () => {
    const outcome = await outcomeOf((_request, response) => response.end());
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "empty-reply" });
  });

  test("a connection that is lost without an answer, or in the middle of one, is an outage", async () => {
    const lost = await outcomeOf((request) => request.socket.destroy());
    expect(lost).toMatchObject({
      kind: "infrastructure",
      requests: 1,
      message: expect.stringContaining("without an answer"),
    });
    const cut = await outcomeOf((request, response) => {
      response.write("Hel");
      setTimeout(() => request.socket.destroy(), 5);
    });
    expect(cut).toMatchObject({ kind: "infrastructure", message: expect.stringContaining("broke off its answer") });
  });

  test.each(["no answer", "a stream that does not end"])("%s reaches the time limit", async (name) => {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const url = await serving((request, response) => {
      request.socket.on("close", resolve);
      if (name !== "no answer") response.write("data: One\n\n");
    });
    // On a busy machine the first word may take a while.
    const limits = { exchangeMs: name === "no answer" ? 50 : 1_000 };
    const { outcome, exchanges } = await talk({ url, stream: "sse" }, ["Hello"], { limits });
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
    if (name !== "no answer") expect(exchanges[0]?.items).toEqual([{ type: "text", text: "One" }]);
    // The server is told, so that it does not work on.
    await gone;
  });

  test("a redirect is followed on the same host alone", async () => {
    const followed = await outcomeOf((request, response) => {
      if (request.url === "/chat") response.writeHead(307, { location: "/chat/" }).end();
      else response.end(`${request.method} ${request.url}`);
    });
    expect(followed).toMatchObject({ kind: "completed", requests: 2 });
    const elsewhere = await outcomeOf((_request, response) =>
      response.writeHead(308, { location: "http://other.example/chat" }).end(),
    );
    expect(elsewhere).toMatchObject({
      kind: "agent-failed",
      reason: "threw",
      message: expect.stringContaining("redirects to http://other.example/chat"),
    });
  });
});
