import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactor } from "../base/index.ts";
import { redactedRequest, requestHash } from "./request-hash.test-helper.ts";
import type { ModelRequest } from "./types.ts";

const none = redactor({});
const hello: ModelRequest = { messages: [{ role: "user", content: "Hello" }] };

describe("a request's hash", () => {
  test("covers the model's id", () => {
    expect(requestHash("a:one", hello, none)).not.toBe(requestHash("a:two", hello, none));
  });

  test("covers messages, tools and settings", () => {
    const others: ModelRequest[] = [
      { messages: [{ role: "user", content: "Hello!" }] },
      { ...hello, temperature: 0 },
      { ...hello, tools: [{ name: "look", parameters: {} }] },
      { ...hello, toolChoice: "none" },
    ];
    const hashes = [hello, ...others].map((request) => requestHash("a:one", request, none));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test("does not tell a field that is undefined from one that is missing", () => {
    expect(requestHash("a:one", { ...hello, seed: undefined }, none)).toBe(requestHash("a:one", hello, none));
  });

  test("does not depend on the order of keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (parameters) => {
        const reversed = Object.fromEntries(Object.entries(parameters).reverse());
        const withTool = (schema: object): ModelRequest => ({
          ...hello,
          tools: [{ name: "t", parameters: { ...schema } }],
        });
        expect(requestHash("m", withTool(parameters), none)).toBe(requestHash("m", withTool(reversed), none));
      }),
    );
  });

  test("is the same whatever the secret in the request is", () => {
    const ask = (secret: string): ModelRequest => ({ messages: [{ role: "system", content: `key ${secret}` }] });
    const one = redactor({ API_KEY: "correct-horse-1" });
    const two = redactor({ API_KEY: "battery-staple-2" });
    expect(requestHash("m", ask("correct-horse-1"), one)).toBe(requestHash("m", ask("battery-staple-2"), two));
  });
});

describe("the redacted request", () => {
  test("is the model's id and the request as JSON", () => {
    expect(redactedRequest("a:one", { ...hello, seed: undefined, maxTokens: 5 }, none)).toStrictEqual({
      model: "a:one",
      messages: [{ role: "user", content: "Hello" }],
      maxTokens: 5,
    });
  });

  test("holds no key", () => {
    const request: ModelRequest = { messages: [{ role: "user", content: "my key is sk-abcdefghijklmnopqrstuv" }] };
    expect(JSON.stringify(redactedRequest("m", request, none))).not.toContain("abcdefghijklmnop");
  });
});
