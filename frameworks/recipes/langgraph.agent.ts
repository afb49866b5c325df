// The agent: as its own application has it, without a word of Viva.
import { tool } from "@langchain/core/tools";
import { MemorySaver } from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { z } from "zod";
import { lookUp, refund } from "./desk.ts";

export const graph = createReactAgent({
  llm: new ChatOpenAI({ model: "gpt-5-mini" }),
  prompt: "You answer at the desk of a hotel.",
  tools: [
    tool(lookUp, { name: "look_up", description: "Opening hours", schema: z.object({ topic: z.string() }) }),
    tool(refund, { name: "refund", description: "Refunds a booking", schema: z.object({ booking: z.string() }) }),
  ],
  checkpointer: new MemorySaver(),
});
