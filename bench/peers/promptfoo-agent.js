// A provider of promptfoo for the agent with a tool: it is given the conversation so far as messages.
import { openWorld, takeTurn } from "./agent.js";

const worlds = new Map();

export default class Agent {
  id() {
    return "bench";
  }

  async callApi(prompt, { test }) {
    const { conversationId } = test.metadata;
    const world = worlds.get(conversationId) ?? openWorld();
    worlds.set(conversationId, world);
    const { text, call } = await takeTurn(JSON.parse(prompt), world);
    return { output: text, metadata: { tool: call.name } };
  }
}
