// The agent: as its own application has it, without a word of Viva.
import { Agent, tool } from "@openai/agents";
import { z } from "zod";
import { lookUp, refund } from "./desk.ts";

const billing = new Agent({
  name: "billing",
  model: "gpt-5-mini",
  instructions: "You refund bookings.",
  tools: [
    tool({
      name: "refund",
      description: "Refunds a booking",
      parameters: z.object({ booking: z.string() }),
      execute: refund,
    }),
  ],
});

export const desk = Agent.create({
  name: "desk",
  model: "gpt-5-mini",
  instructions: "You answer at the desk of a hotel. Hand refunds over to billing.",
  tools: [
    tool({
      name: "look_up",
      description: "Opening hours",
      parameters: z.object({ topic: z.string() }),
      execute: lookUp,
    }),
  ],
  handoffs: [billing],
});
