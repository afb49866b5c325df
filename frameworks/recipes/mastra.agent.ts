// The agent: as its own application has it, without a word of Viva.
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import { lookUp, refund } from "./desk.ts";

export const desk = new Agent({
  name: "desk",
  instructions: "You answer at the desk of a hotel.",
  model: { id: "openai/gpt-5-mini", url: "https://api.openai.com/v1", apiKey: process.env.OPENAI_API_KEY ?? "" },
  tools: {
    look_up: createTool({
      id: "look_up",
      description: "Opening hours",
      inputSchema: z.object({ topic: z.string() }),
      execute: async ({ context }) => lookUp(context),
    }),
    refund: createTool({
      id: "refund",
      description: "Refunds a booking",
      inputSchema: z.object({ booking: z.string() }),
      execute: async ({ context }) => refund(context),
    }),
  },
});
