import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../agent/index.ts";
import { allCalls } from "../shape/index.ts";
import { play } from "./play.ts";

const call = (name: string, more = {}): AgentEvent => ({ type: "call", id: name, name, arguments: {}, ...more });
const result = (id: string): AgentEvent => ({ type: "result", id, result: "done" });

/** What becomes of the calls of an agent that records these events, and then says that all is done. */
async function fates(...events: AgentEvent[]): Promise<Record<string, string | undefined>> {
  const effects = {
    look_up: "read",
    show_map: "display",
    book: "write",
    text: "write",
    transfer: "write",
    end_call: "write",
    endCall: "write",
    hangUp: "write",
  } as const;
  const tools = Object.entries(effects).map(([name, effect]) => ({ name, effect, parameters: {} }));
  const transcript = await play(
    {
      name: "teller",
      version: "1",
      tools,
      open: ({ record }) => ({
        async reply() {
          for (const event of events) record(event);
          record({ type: "text", text: "All done." });
        },
      }),
    },
    { id: "c", script: [{ content: "go" }] },
  );
  return Object.fromEntries(allCalls(transcript).map(({ call: { id, fate } }) => [id, fate]));
}

describe("a call whose end the agent does not report", () => {
  test("has failed where the agent tells how another of its writes ended", async () => {
    expect(await fates(call("book"), call("text"), result("text"))).toEqual({ book: "failed", text: "ran" });
    expect(await fates(call("text"), { type: "error", id: "text", error: "full" }, call("book"))).toEqual({
      text: "failed",
      book: "failed",
    });
  });

  test("is unknown if the agent tells of none, or only of what it looked up", async () => {
    expect(await fates(call("book"))).toEqual({ book: "unknown" });
    expect(await fates(call("look_up"), result("look_up"), call("book"))).toEqual({ look_up: "ran", book: "unknown" });
  });

  test("is unknown if the agent declares no tools and tells only of what looks something up by its name", async () => {
    const undeclared = (name: string) => call(name, { id: name });
    expect(await fates(undeclared("get_slots"), result("get_slots"), undeclared("add_note"))).toEqual({
      get_slots: "ran",
      add_note: "unknown",
    });
  });

  test("is as it was if others run it, if nobody waits for it, or if it passes the conversation on", async () => {
    const elsewhere = [call("text"), result("text"), call("book", { elsewhere: true })];
    expect(await fates(...elsewhere)).toEqual({ text: "ran", book: "unknown" });
    for (const [name, fate] of [
      ["show_map", "ran"],
      ["look_up", "unknown"],
      ["transfer", "unknown"],
      ["end_call", "unknown"],
      ["endCall", "unknown"],
      ["hangUp", "unknown"],
    ] as const)
      expect(await fates(call("text"), result("text"), call(name))).toEqual({ text: "ran", [name]: fate });
  });
});
