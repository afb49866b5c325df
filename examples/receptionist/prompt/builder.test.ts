import { expect, test } from "vitest";
import { sessionOf } from "../session.ts";
import { systemPrompt } from "./builder.ts";
import { readTexts } from "./texts.ts";

const texts = readTexts("v2");

test("persona, what is known, the state's instructions: in this order, each whole", () => {
  const session = sessionOf({ customer_name: "Maria" });
  const prompt = systemPrompt(texts, "discovery", session);
  const places = [texts.persona, "- Name: Maria", texts.states.discovery].map((part) => prompt.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test("only the instructions of the state it is in", () => {
  expect(systemPrompt(texts, "urgency", sessionOf())).not.toContain(texts.states.discovery);
});

test("the same session gives the same prompt", () => {
  expect(systemPrompt(texts, "safety", sessionOf())).toBe(systemPrompt(texts, "safety", sessionOf({})));
});
