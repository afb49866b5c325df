import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Agent, AgentContext, Session } from "../agent/index.ts";
import { type Model, ModelError } from "../model/index.ts";
import { type CaseInput, transcriptSchema } from "../shape/index.ts";
import { type PlayOptions, play } from "./play.ts";

type Talk = (context: AgentContext, told: string, signal: AbortSignal) => unknown;

/** An agent that can do everything; what it was handed over is told to `talk` in words. */
function agentThat(talk: Talk, more: Partial<Session> = {}): Agent {
  return {
    name: "agent",
    version: "1",
    open(context) {
      const work = async (told: string, signal: AbortSignal) => void (await talk(context, told, signal));
      return {
        reply: (message, signal) => work(message, signal),
        greet: (signal) => work("(greet)", signal),
        silence: (ms, signal) => work(`(silent ${ms})`, signal),
        interrupt: (message, heard, signal) => work(`${message} (heard: ${heard})`, signal),
        ...more,
      };
    },
  };
}

const echo = agentThat((context, told) => context.record({ type: "text", text: `You: ${told}` }));

async function played(agent: Agent, given: Partial<CaseInput>, options?: PlayOptions) {
  const transcript = await play(
    agent,
    { id: "case", script: [{ content: "Hi" }, { content: "Bye" }], ...given },
    options,
  );
  expect(transcriptSchema.parse(transcript)).toEqual(transcript);
  return transcript;
}

const said = ({ exchanges }: Awaited<ReturnType<typeof played>>) =>
  exchanges.map(({ number, user, items }) => [
    number,
    user?.content,
    items.flatMap((item) => (item.type === "text" ? [item.text] : [])).join("|"),
  ]);

describe("an agent that speaks first", () => {
  test("does so in exchange 0, without a line of the user, so that line 1 starts exchange 1", async () => {
    const transcript = await played(echo, { opens: "agent" });
    expect(said(transcript)).toEqual([
      [0, undefined, "You: (greet)"],
      [1, "Hi", "You: Hi"],
      [2, "Bye", "You: Bye"],
    ]);
    expect(transcript.openMs).toBeTypeOf("number");
  });

  test("fails in exchange 0 where it says nothing", async () => {
    const { outcome } = await played(
      agentThat(() => {}),
      { opens: "agent" },
    );
    expect(outcome).toMatchObject({ kind: "agent-failed", reason: "empty-reply", exchange: 0 });
  });
});

describe("a line that the agent cannot hear", () => {
  test.each<[Partial<CaseInput>, keyof Session, string]>([
    [{ opens: "agent" }, "greet", "the agent speaks first in this case, but the agent's session has no greet()"],
    [{ script: [{ silence: 8000 }] }, "silence", "the user stays silent in this case"],
    [
      { script: [{ content: "Hi" }, { content: "Wait", interrupts: { afterWords: 1 } }] },
      "interrupt",
      "the user interrupts the agent in this case",
    ],
  ])("%j is the suite's mistake, told before anything is said", async (given, ability, message) => {
    const { outcome, exchanges } = await played(
      agentThat(() => {}, { [ability]: undefined }),
      given,
    );
    expect(outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining(message) });
    expect(outcome).toMatchObject({ message: expect.stringContaining(`Give the session ${ability}(`) });
    expect(exchanges).toHaveLength(1);
  });
});

describe("an agent that hangs up", () => {
  test("ends the conversation after the exchange; what was still to be said is unsaid", async () => {
    const transcript = await played(
      agentThat((context) => {
        context.record({ type: "hangup", reason: "closed" });
        context.record({ type: "text", text: "We are closed." });
      }),
      { script: [{ content: "Hi" }, { content: "Really?", expect: { contains: ["yes"] } }, { silence: 900 }] },
    );
    expect(said(transcript)).toEqual([[1, "Hi", "We are closed."]]);
    const unsaid = [{ content: "Really?" }, { content: "", silence: 900 }];
    expect(transcript.outcome).toEqual({ kind: "completed", ended: { by: "agent", reason: "closed", unsaid } });
  });

  test("may do so without a word, and from code that an earlier exchange began", async () => {
    const { outcome } = await played(
      agentThat((context) => context.record({ type: "hangup" })),
      {},
    );
    expect(outcome).toEqual({ kind: "completed", ended: { by: "agent", unsaid: [{ content: "Bye" }] } });
    let tell = () => {};
    const worker = agentThat(async (context, told) => {
      context.record({ type: "text", text: told });
      if (told === "Bye") return tell();
      const { promise, resolve } = Promise.withResolvers<void>();
      tell = resolve;
      void promise.then(() => context.record({ type: "hangup", reason: "late" }));
    });
    const late = await played(worker, { script: [{ content: "Hi" }, { content: "Bye" }, { content: "More" }] });
    expect(late.outcome).toMatchObject({ ended: { by: "agent", reason: "late", unsaid: [{ content: "More" }] } });
  });

  test("does so by a tool that the suite names, unless the call was turned down or failed", async () => {
    const transfer: Talk = async (context, told) => {
      const call = { id: context.ids.next("call"), name: "transfer", arguments: {} };
      const { decision } = await context.approve(call);
      if (told === "broken") context.record({ type: "error", id: call.id, error: "no line is free" });
      else if (decision === "approved") context.record({ type: "result", id: call.id, result: "ok" });
    };
    const end = async (first: string, approvals: "approve" | "reject", ends = ["transfer"]) => {
      const script = [{ content: first }, { content: "broken" }];
      const { outcome } = await played(agentThat(transfer), { script, approvals }, { ends });
      return outcome.kind === "completed" ? outcome.ended : outcome;
    };
    expect(await end("Hi", "approve")).toEqual({ by: "agent", reason: "transfer", unsaid: [{ content: "broken" }] });
    for (const given of [
      ["broken", "approve"],
      ["Hi", "reject"],
      ["Hi", "approve", ["other"]],
    ] as const) {
      expect(await end(given[0], given[1], [...(given[2] ?? ["transfer"])])).toEqual({ by: "script", unsaid: [] });
    }
  });
});

test("an agent that stays quiet has not failed; one that speaks all the same was not quiet", async () => {
  const transcript = await played(
    agentThat((context, told) => {
      context.record({ type: "quiet" });
      if (told === "Bye") context.record({ type: "text", text: "Bye." });
    }),
    {},
  );
  expect(transcript.exchanges.map(({ quiet }) => quiet)).toEqual([true, undefined]);
  expect(transcript.outcome.kind).toBe("completed");
});

test("a silent user is told to the agent at once, and nobody waits", async () => {
  const transcript = await played(echo, { script: [{ content: "Hi" }, { silence: 3_600_000 }, { content: "Yes" }] });
  expect(said(transcript)[1]).toEqual([2, "", "You: (silent 3600000)"]);
  expect(transcript.exchanges[1]?.user).toEqual({ content: "", silence: 3_600_000 });
});

test("what the agent tells about itself is kept with the exchange, as JSON", async () => {
  const transcript = await played(
    agentThat((context, told) => {
      context.record({ type: "note", name: "state", value: { step: 1, at: new Date(0) } });
      context.record({ type: "text", text: told });
    }),
    { script: [{ content: "Hi" }] },
  );
  const value = { step: 1, at: "1970-01-01T00:00:00.000Z" };
  expect(transcript.exchanges[0]?.notes).toEqual([{ name: "state", value }]);
});

describe("a user who interrupts", () => {
  const script = [{ content: "Tell me" }, { content: "Stop", interrupts: { afterWords: 3 } }];

  test("hears so many words; the rest is unheard, and the agent is told what was heard", async () => {
    const talk: Talk = (context, told) => context.record({ type: "text", text: `one two\nthree four five, ${told}` });
    const transcript = await played(agentThat(talk), { script });
    expect(transcript.exchanges[0]?.items).toEqual([
      { type: "text", text: "one two\nthree", unheard: "four five, Tell me" },
    ]);
    expect(transcript.exchanges[1]?.user).toEqual({ content: "Stop", interrupts: { afterWords: 3 } });
    expect(said(transcript)[1]?.[2]).toBe("one two\nthree four five, Stop (heard: one two\nthree)");
  });

  test("does not cut in on an agent that was done by then", async () => {
    const transcript = await played(
      agentThat((context) => context.record({ type: "text", text: "one two three" })),
      {
        script,
      },
    );
    expect(transcript.exchanges.map(({ user }) => user)).toEqual([{ content: "Tell me" }, { content: "Stop" }]);
    expect(transcript.exchanges[0]?.items).toEqual([{ type: "text", text: "one two three" }]);
  });

  test("stops an agent that streams, whatever it throws then; what it does all the same is unheard", async () => {
    const aborted: unknown[] = [];
    const talk: Talk = async (context, told, signal) => {
      if (told !== "Tell me") return context.record({ type: "text", text: "Yes?" });
      for (const word of ["one ", "two ", "three ", "four "]) context.record({ type: "text", text: word });
      await setTimeout(10_000, undefined, { signal }).catch((error: Error) => {
        aborted.push(error.cause);
        context.record({ type: "text", text: "five" });
        throw error;
      });
    };
    const transcript = await played(agentThat(talk), { script });
    expect(transcript.outcome).toEqual({ kind: "completed", ended: { by: "script", unsaid: [] } });
    expect(aborted).toMatchObject([{ message: "the user interrupted" }]);
    expect(transcript.exchanges[0]?.items.map((item) => item.type === "text" && [item.text, item.unheard])).toEqual([
      ["one ", undefined],
      ["two ", undefined],
      ["three ", undefined],
      ["", "four "],
      ["", "five"],
    ]);
    expect(transcript.exchanges[0]?.replyMs).toBeUndefined();
  });

  test("leaves what the model used up unknown where a call was cut off, and known where none was", async () => {
    const model: Model = {
      id: "test:model",
      call: ({ messages }, options) =>
        messages[0]?.content === "quick"
          ? Promise.resolve({
              ...{ text: "quick", toolCalls: [], finish: "stop" },
              usage: { inputTokens: 5, outputTokens: 5 },
            })
          : new Promise((_resolve, reject) => {
              options?.signal?.addEventListener("abort", () =>
                reject(new ModelError({ failure: "cancelled", message: "cut off" })),
              );
            }),
    };
    const talk: Talk = async (context, told) => {
      const ask = (content: string) => context.model().call({ messages: [{ role: "user", content }] });
      await ask("quick");
      const slow = told === "Tell me" && context.case.script.length > 1 ? ask("slow") : undefined;
      // Until it has been sent.
      await setTimeout(1);
      context.record({ type: "text", text: "one two three four five" });
      await slow?.catch(() => {});
    };
    const usage = async (lines: typeof script) =>
      (await play(agentThat(talk), { id: "c", script: lines }, { models: { agent: model } })).exchanges[0]?.usage;
    expect(await usage(script.slice(0, 1))).toEqual({ inputTokens: 5, outputTokens: 5 });
    expect(await usage(script)).toBeUndefined();
  });
});

test.each([
  [{ type: "note", value: 1 }, "a note whose name is undefined"],
  [{ type: "hangup", reason: 7 }, "a hang-up whose reason is 7"],
])("record(%j) is a mistake of the agent's code", async (event, message) => {
  const { outcome } = await played(
    agentThat((context) => context.record(event as never)),
    {},
  );
  expect(outcome).toMatchObject({ kind: "agent-failed", message: expect.stringContaining(message) });
});
