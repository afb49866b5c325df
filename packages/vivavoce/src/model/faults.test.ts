import { describe, expect, test } from "vitest";
import { instantTiming, type ServerFault, scriptedServer } from "../testing/index.ts";
import { ModelError, type ModelFailure } from "./model-error.ts";
import { openModel } from "./open-model.ts";
import { post } from "./post.ts";

/** Every fault of the reliability table, what it is called, and how often it is tried before it counts. */
const table: { fault: ServerFault; failure: ModelFailure; status?: number; attempts: number }[] = [
  { fault: { fault: "status", status: 429, retryAfter: 1 }, failure: "status", status: 429, attempts: 5 },
  { fault: { fault: "status", status: 429 }, failure: "status", status: 429, attempts: 5 },
  { fault: { fault: "status", status: 408 }, failure: "status", status: 408, attempts: 5 },
  { fault: { fault: "status", status: 409 }, failure: "status", status: 409, attempts: 5 },
  { fault: { fault: "status", status: 500 }, failure: "status", status: 500, attempts: 5 },
  { fault: { fault: "status", status: 503 }, failure: "status", status: 503, attempts: 5 },
  { fault: { fault: "reset" }, failure: "network", attempts: 5 },
  { fault: { fault: "reset", after: "headers" }, failure: "network", attempts: 5 },
  { fault: { fault: "half-open" }, failure: "timeout", attempts: 5 },
  { fault: { fault: "hang" }, failure: "timeout", attempts: 5 },
  { fault: { fault: "slow-drip", everyMs: 500 }, failure: "timeout", attempts: 5 },
  { fault: { fault: "truncated" }, failure: "bad-answer", attempts: 3 },
  { fault: { fault: "empty" }, failure: "bad-answer", attempts: 3 },
  { fault: { fault: "wrong-type" }, failure: "bad-answer", attempts: 3 },
  { fault: { fault: "invalid" }, failure: "bad-answer", attempts: 3 },
  { fault: { fault: "invalid", body: { choices: [] } }, failure: "bad-answer", attempts: 3 },
  {
    fault: { fault: "invalid", body: { choices: [{ message: { content: null }, finish_reason: "stop" }] } },
    failure: "bad-answer",
    attempts: 3,
  },
  // Mistral and OpenRouter end an answer so if the model's server fails on the way.
  {
    fault: { fault: "invalid", body: { choices: [{ message: { content: "whole" }, finish_reason: "error" }] } },
    failure: "bad-answer",
    attempts: 3,
  },
];
const faults = table.map((row) => ({ name: JSON.stringify(row.fault), ...row }));
const hello = { messages: [{ role: "user" as const, content: "Hello" }] };

/** Faults that only time can end get little of it; the others as much as a busy machine may need. */
const timeFor = (failure: ModelFailure, little: number) => (failure === "timeout" ? little : 30_000);

function modelAt(baseURL: string, timeoutMs: number, options: Parameters<typeof openModel>[1] = {}, retries?: number) {
  const timing = instantTiming();
  return openModel({ model: "compatible:m", baseURL, timeoutMs, retries }, { timing, environment: {}, ...options });
}

describe("each fault that stays", () => {
  test.concurrent.for(faults)(
    "ends as a ModelError: $name is $failure",
    async ({ fault, failure, status, attempts }) => {
      await using server = await scriptedServer({ answer: fault });
      let sent = 0;
      const counting: typeof post = (...given) => {
        sent += 1;
        return post(...given);
      };
      const error = await modelAt(server.url, timeFor(failure, 100), { post: counting })
        .call(hello)
        .catch((thrown: unknown) => thrown);
      expect(ModelError.is(error)).toBe(true);
      expect(error).toMatchObject({ failure, status, message: expect.stringContaining(`after ${attempts} attempts`) });
      expect(sent).toBe(attempts);
    },
  );
});

describe("each fault that passes", () => {
  test.concurrent.for(faults)("is got over: $name", async ({ fault, failure }) => {
    await using server = await scriptedServer({ answer: [fault, "Hi"] });
    const answer = await modelAt(server.url, timeFor(failure, 2000)).call(hello);
    expect(answer.text).toBe("Hi");
    expect(server.calls).toBe(2);
  });
});

describe("a fault that trying again cannot help", () => {
  test.for([400, 401, 402, 403, 404, 422])("is tried once: status %d", async (status) => {
    const message = "Unsupported parameter: 'seed'";
    await using server = await scriptedServer({ answer: [{ fault: "status", status, message }, "Hi"] });
    await expect(modelAt(server.url, 30_000).call({ ...hello, seed: 1 })).rejects.toMatchObject({
      failure: "status",
      status,
      message: expect.stringContaining(message),
    });
    expect(server.calls).toBe(1);
    expect(server.requests[0]).toHaveProperty("seed", 1);
  });

  test("is not waited for: a Retry-After of an hour", async () => {
    const timing = instantTiming();
    await using server = await scriptedServer({ answer: [{ fault: "status", status: 429, retryAfter: 3600 }, "Hi"] });
    await expect(modelAt(server.url, 30_000, { timing }).call(hello)).rejects.toThrow(/longer than the limit/);
    expect([server.calls, timing.waits]).toEqual([1, []]);
  });
});

test("a Retry-After given as a date is obeyed by the clock that was given", async () => {
  const timing = instantTiming({ start: Date.parse("2026-03-01T12:00:00Z"), random: () => 0 });
  const retryAfter = "Sun, 01 Mar 2026 12:00:20 GMT";
  await using server = await scriptedServer({ answer: [{ fault: "status", status: 503, retryAfter }, "Hi"] });
  await modelAt(server.url, 30_000, { timing }).call(hello);
  expect(timing.waits).toEqual([20_000]);
});

test("a storm of 429s passes: every call is answered, and tried no more often than it was refused", async () => {
  let running = 0;
  let refused = 0;
  await using server = await scriptedServer({
    answer: async () => {
      running += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const tooMany = running > 4;
      running -= 1;
      if (tooMany) refused += 1;
      return tooMany ? { fault: "status", status: 429, retryAfter: 1 } : "Hi";
    },
  });
  const model = modelAt(server.url, 30_000, {}, 49);
  const answers = await Promise.all(Array.from({ length: 100 }, () => model.call(hello)));
  expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 100 }, () => "Hi"));
  expect(server.calls).toBe(100 + refused);
});
