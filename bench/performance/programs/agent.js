// The agent's side of every work, as a program without a framework: one call over HTTP, one turn with a tool.
const { BENCH_URL: url } = process.env;

export async function ask(model, messages, more = {}) {
  const response = await fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model, messages, ...more }),
  });
  const { choices } = await response.json();
  return choices[0].message;
}

export const parameters = { type: "object", properties: { item: { type: "string" } }, required: ["item"] };
const tools = [{ type: "function", function: { name: "close_item", parameters } }];

/** One exchange: the model asks for a tool, the tool changes the world, the reply says so. */
export async function takeTurn(messages, world) {
  const { tool_calls: calls } = await ask("tools", messages, { tools });
  const { item } = JSON.parse(calls[0].function.arguments);
  world.items[item] = "closed";
  return { text: `Good morning, ${item} is closed.`, call: { name: calls[0].function.name, arguments: { item } } };
}

export const openWorld = () => ({
  items: Object.fromEntries(Array.from({ length: 20 }, (_, item) => [`item-${item}`, "open"])),
});

/** A whole conversation, and the calls in it. */
export async function converse(messages) {
  const world = openWorld();
  const said = [];
  const turns = [];
  for (const content of messages) {
    said.push({ role: "user", content });
    const turn = await takeTurn(said, world);
    said.push({ role: "assistant", content: turn.text });
    turns.push(turn);
  }
  return { turns, world };
}
