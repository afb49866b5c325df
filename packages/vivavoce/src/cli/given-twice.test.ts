import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { asking, casesOf, projectHere, suiteText } from "./cli.test-helper.ts";

const cases = casesOf(...Array.from({ length: 60 }, (_, index) => `case-${index}`));

/** A server that repeats what it was told; one that caches gives the answer of an equal request again, with its id or a header. */
async function repeating(caches: "by id" | readonly [name: string, value: string] | undefined) {
  const given = new Set<string>();
  const server = createServer(async (request, response) => {
    const asked = await text(request);
    const { messages } = JSON.parse(asked);
    const isById = caches === "by id" || caches?.[0] === "x-cache-lookup";
    const id = isById ? createHash("sha256").update(asked).digest("hex") : randomUUID();
    const isFirst = isById && !given.has(asked);
    given.add(asked);
    const message = { role: "assistant", content: messages.at(-1).content };
    response.setHeader("content-type", "application/json");
    if (Array.isArray(caches)) response.setHeader(caches[0], isFirst ? "MISS" : caches[1]);
    response.end(JSON.stringify({ id: `chatcmpl-${id}`, choices: [{ message, finish_reason: "stop" }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, [Symbol.dispose]: () => server.close() };
}

describe("a live run against one whose questions were the same", () => {
  test.each([
    ["by id", 2, "the same answers were used twice"],
    [["x-cache", "TCP_HIT"], 2, "the same answers were used twice"],
    [["cache-status", "gateway; hit; ttl=300"], 2, "the same answers were used twice"],
    [["x-cache-lookup", "HIT"], 2, "the same answers were used twice"],
    [["x-skip-cache", "true"], 0, "PASS"],
    [["age", "12"], 2, "the same answers were used twice"],
    [["x-cache", "Miss from gateway"], 0, "PASS"],
    [undefined, 0, "PASS"],
  ] as const)("through something that caches: %j, ends with %i", async (caches, code, words) => {
    using server = await repeating(caches);
    const models = `{ agent: { model: "compatible:one", baseURL: ${JSON.stringify(server.url)} } }`;
    const { viva } = projectHere({ "exam.eval.ts": suiteText({ cases, agent: asking, models }) });
    expect(await viva("run --live")).toMatchObject({ code: 0 });
    await viva("baseline set main latest");
    const again = await viva("run --live --baseline main");
    expect(again).toMatchObject({ code, stdout: expect.stringContaining(words) });
  });
});
