// The calls of a work in a plain loop: nothing is scored by rules of its own, recorded or stored.
import { readFileSync } from "node:fs";
import { ask, converse } from "./agent.js";

const [work, atOnce] = process.argv.slice(2);
const cases = JSON.parse(readFileSync("cases.json", "utf8"));

const does = {
  async judged({ messages: [content] }) {
    const { content: reply } = await ask("agent", [{ role: "user", content }]);
    const judged = await ask("judge", [{ role: "user", content: `Does this greet? Answer in JSON: ${reply}` }]);
    return JSON.parse(judged.content).score === 1;
  },
  async deterministic({ messages: [content] }) {
    return content.includes("Good morning");
  },
  async conversations({ messages }) {
    const { turns } = await converse(messages);
    return turns.every(({ text, call }) => text.includes("Good morning") && call.name === "close_item");
  },
};

let next = 0;
let passed = 0;
const worker = async () => {
  while (next < cases.length) if (await does[work](cases[next++])) passed += 1;
};
await Promise.all(Array.from({ length: Number(atOnce) }, worker));
if (passed !== cases.length) throw new Error(`${passed} of ${cases.length} passed`);
