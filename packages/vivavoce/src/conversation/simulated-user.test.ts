import { describe, expect, test } from "vitest";
import type { Agent } from "../agent/index.ts";
import type { Model, ModelAnswer, ModelRequest } from "../model/index.ts";
import type { CaseInput } from "../shape/index.ts";
import { play } from "./play.ts";
import { firstCue, readLine } from "./simulator-prompt.ts";

/** An agent that answers from a list, and calls a tool that no caller can hear. */
function agentSaying(...replies: string[]): Agent {
  return {
    name: "desk",
    version: "1",
    open: (context) => ({
      async reply() {
        const id = context.ids.next("call");
        context.record({ type: "call", id, name: "look_up", arguments: { secret: "A-17" } });
        context.record({ type: "result", id, result: "booking A-17" });
        context.record({ type: "text", text: replies.shift() ?? "Anything else?" });
      },
    }),
  };
}

function userSaying(...lines: string[]): { model: Model; requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const call = async (request: ModelRequest) => {
    requests.push(structuredClone(request));
    return { text: lines.shift() ?? "", toolCalls: [], finish: "stop" as const };
  };
  return { model: { id: "user", call }, requests };
}

const caller: NonNullable<CaseInput["user"]> = {
  persona: "Maria, at home with a broken air conditioner.",
  goal: "Have somebody come tomorrow.",
  opening: "Hi, my AC died.",
  knows: { problem: "warm air since yesterday" },
  tellsWhenAsked: { address: { value: "4210 South Lamar", asked: ["address", "where .*(live|come)"] } },
  cannotKnow: ["A-17"],
  neverSays: ["cancel"],
  stop: { goalMet: "a visit is booked." },
};

async function talk(lines: string[], replies: string[], user: Partial<Omit<typeof caller, "persona" | "goal">> = {}) {
  const simulator = userSaying(...lines);
  const transcript = await play(
    agentSaying(...replies),
    { id: "call", user: { ...caller, ...user } },
    { models: { user: simulator.model } },
  );
  return { transcript, requests: simulator.requests };
}

describe("a simulated user", () => {
  test("opens word for word, goes on by its model, and hangs up when its goal is met", async () => {
    const { transcript } = await talk(
      ["It's 4210 South Lamar.", "Great, thanks.\n<<goal met>>"],
      ["What is the address?", "Booked for tomorrow.", "Bye."],
    );
    expect(transcript.exchanges.map(({ user }) => user?.content)).toEqual([
      "Hi, my AC died.",
      "It's 4210 South Lamar.",
      "Great, thanks.",
    ]);
    expect(transcript.user).toEqual({ kind: "simulated", stop: "goal-met", faults: [] });
    const ended = { by: "user", reason: "goal-met", unsaid: [] };
    expect(transcript.outcome).toEqual({ kind: "completed", ended });
  });

  test("without an opening line has its model speak first, and is graded from there", async () => {
    const { transcript, requests } = await talk(
      ["My AC died, can somebody come?", "Great, thanks.\n<<goal met>>"],
      ["Booked for tomorrow."],
      { opening: undefined },
    );
    expect(transcript.exchanges.map(({ user }) => user?.content)).toEqual([
      "My AC died, can somebody come?",
      "Great, thanks.",
    ]);
    expect(requests[0]?.messages.slice(1)).toEqual([{ role: "user", content: firstCue }]);
    expect(requests[1]?.messages.slice(1).map(({ content }) => content)).toEqual([
      firstCue,
      "My AC died, can somebody come?",
      "Booked for tomorrow.",
    ]);
    const early = await talk(["I'm at 4210 South Lamar.", "<<gives up>>"], ["Yes?"], { opening: undefined });
    expect(early.transcript.user?.faults).toMatchObject([{ kind: "told-before-asked", exchange: 1 }]);
  });

  test("that stops before it has said a word has spoilt the conversation: the agent never had its chance", async () => {
    for (const line of ["<<goal met>>", "<<gives up>>", " "]) {
      const { transcript } = await talk([line], [], { opening: undefined });
      expect(transcript.exchanges).toEqual([]);
      expect(transcript.user?.faults, line).toMatchObject([{ kind: "broke-stop-rule", exchange: 1 }]);
    }
  });

  test("without a word about when to stop is told to by its goal", async () => {
    const { requests } = await talk(["Fine.\n<<goal met>>"], ["All set."], { stop: undefined });
    const prompt = requests[0]?.messages[0]?.content;
    expect(prompt).toContain("clearly told you that you have all of this: Have somebody come tomorrow.");
    expect(prompt).toContain("You give up when: you see that you will not get what you want.");
  });

  test("hears words only, never tools, arguments or results, and sees itself as the one who speaks", async () => {
    const { requests } = await talk(["Fine.\n<<goal met>>"], ["All set."]);
    const [request] = requests;
    expect(request?.messages.map(({ role }) => role)).toEqual(["system", "assistant", "user"]);
    expect(request?.messages.slice(1)).toEqual([
      { role: "assistant", content: "Hi, my AC died." },
      { role: "user", content: "All set." },
    ]);
    expect(JSON.stringify(requests.map(({ messages }) => messages.slice(1)))).not.toMatch(/look_up|A-17/);
  });

  test("earlier requests are not changed by later ones", async () => {
    const { requests } = await talk(["One.", "Two.", "Three.\n<<gives up>>"], ["a", "b", "c"]);
    expect(requests.map(({ messages }) => messages.length)).toEqual([3, 5, 7]);
  });

  test("does not say aloud what its model thinks", async () => {
    const { transcript, requests } = await talk(
      ["<think>They want my address {A-17}.</think>It's 4210 South Lamar.", "<think>Done?</think>\n<<goal met>>"],
      ["What is the address?", "Booked."],
    );
    expect(transcript.exchanges.map(({ user }) => user?.content)).toEqual([
      "Hi, my AC died.",
      "It's 4210 South Lamar.",
    ]);
    expect(transcript.user).toEqual({ kind: "simulated", stop: "goal-met", faults: [] });
    expect(JSON.stringify(requests)).not.toContain("They want");
  });

  test("whose ban on words takes too long to check has spoilt the conversation: nobody knows", async () => {
    const { transcript } = await talk([`${"a".repeat(60)}!`, "<<gives up>>"], ["Yes?"], { neverSays: ["^(a+)+$"] });
    expect(transcript.user?.faults).toMatchObject([
      { kind: "contradicted-goal", exchange: 2, reason: expect.stringContaining("the pattern took too long") },
    ]);
  });

  test("stops at its limit, and the record says so", async () => {
    const { transcript } = await talk(["More.", "And more.", "Still more."], [], { maxExchanges: 3 });
    expect(transcript.exchanges).toHaveLength(3);
    expect(transcript.user?.stop).toBe("limit");
  });

  test("has the same seed for every variant of a case, and another for another repeat", async () => {
    const seeds = async (options: { variant?: Record<string, string>; repeat?: number }) => {
      const simulator = userSaying("Bye.\n<<gives up>>");
      await play(agentSaying(), { id: "call", user: caller }, { models: { user: simulator.model }, ...options });
      return simulator.requests[0]?.seed;
    };
    const first = await seeds({ variant: { prompt: "v1" } });
    expect(first).toBeTypeOf("number");
    expect(await seeds({ variant: { prompt: "v2" } })).toBe(first);
    expect(await seeds({ repeat: 2 })).not.toBe(first);
  });

  test("whose model fails is an outage, never the agent's failure", async () => {
    const model: Model = { id: "user", call: () => Promise.reject(new Error("socket closed")) };
    const transcript = await play(agentSaying("Hello."), { id: "call", user: caller }, { models: { user: model } });
    expect(transcript.outcome).toMatchObject({ kind: "infrastructure", exchange: 2 });
  });
});

describe("a simulated user whose line did not come whole", () => {
  const after = async (text: string, finish: ModelAnswer["finish"]) => {
    const model: Model = { id: "user", call: async () => ({ text, toolCalls: [], finish }) };
    return play(agentSaying("Hello."), { id: "call", user: caller }, { models: { user: model } });
  };

  test.each([
    ["Well, I would like to", "length", { kind: "broke-stop-rule", reason: expect.stringContaining("cut off") }],
    ["I can't go on.", "content-filter", { kind: "spoke-like-assistant", reason: expect.stringContaining("refused") }],
  ] as const)("%s (%s) spoils the conversation, and the agent never hears it", async (text, finish, fault) => {
    const { user, exchanges } = await after(text, finish);
    expect(user?.faults).toEqual([{ ...fault, exchange: 2, line: text }]);
    expect(exchanges).toHaveLength(1);
  });

  test.each([
    "I'm sorry, but I can't assist with that.",
    "I’m sorry, I can’t help with that request.",
    "I cannot continue this conversation.",
  ])("%s is a model's refusal, not a caller's line", async (text) => {
    expect((await after(text, "stop")).user?.faults[0]).toMatchObject({ kind: "spoke-like-assistant" });
  });

  test.each(["I'm sorry, I can't help being nervous.", "Sorry, I can't get to the breaker."])(
    "%s is a caller's",
    async (text) => {
      expect((await after(`${text}\n<<gives up>>`, "stop")).user?.faults).toEqual([]);
    },
  );
});

describe("the grading of a simulated user", () => {
  const kinds = async (lines: string[], replies: string[] = []) =>
    (await talk(lines, replies)).transcript.user?.faults.map(({ kind, exchange }) => `${kind} ${exchange}`);

  test("finds a fact it cannot know", async () => {
    expect(await kinds(["Is it about booking a-17?", "<<gives up>>"])).toEqual(["leaked 2"]);
  });

  test("finds a fact told before it was asked for, and lets one pass that was asked for", async () => {
    expect(await kinds(["I live at 4210 South Lamar.", "<<gives up>>"], ["How can we help?"])).toEqual([
      "told-before-asked 2",
    ]);
    expect(await kinds(["4210 South Lamar!", "<<gives up>>"], ["And where should we come?"])).toEqual([]);
  });

  test("finds a line against its goal, and one that only an assistant would say", async () => {
    expect(await kinds(["Cancel everything.", "How may I help you today?", "<<gives up>>"])).toEqual([
      "contradicted-goal 2",
      "spoke-like-assistant 3",
    ]);
  });

  test("finds a broken stop rule: words behind the mark, or silence without one", async () => {
    expect(await kinds(["Bye. <<goal met>> and another thing"])).toEqual(["broke-stop-rule 2"]);
    expect(await kinds(["   "])).toEqual(["broke-stop-rule 2"]);
  });
});

test("a mark alone ends the call without another line", () => {
  expect(readLine("<<goal met>>")).toEqual({ line: "", stop: "goal-met" });
  expect(readLine("Thanks.\n<<Goal Met>>")).toEqual({ line: "Thanks.", stop: "goal-met" });
  expect(readLine("Thanks.")).toEqual({ line: "Thanks." });
});

describe("a simulated user in a conversation of another shape", () => {
  /** Does what the list says: a text is said; "quiet" and "hangup" are what they are. */
  function agentDoing(...deeds: string[]): Agent {
    return {
      name: "desk",
      version: "1",
      open(context) {
        const next = async () => {
          const deed = deeds.shift() ?? "Yes?";
          context.record(deed === "quiet" || deed === "hangup" ? { type: deed } : { type: "text", text: deed });
        };
        return { reply: next, greet: next, silence: next, interrupt: next };
      },
    };
  }

  async function meet(agent: Agent, lines: string[], given: Partial<CaseInput>) {
    const simulator = userSaying(...lines);
    const { opening: _opening, ...user } = caller;
    const transcript = await play(agent, { id: "call", user, ...given }, { models: { user: simulator.model } });
    return { transcript, requests: simulator.requests.map(({ messages }) => messages.slice(1)) };
  }

  test("answers the agent that speaks first, and is not told to begin", async () => {
    const { transcript, requests } = await meet(agentDoing("Front desk."), ["Hello.\n<<gives up>>"], {
      opens: "agent",
    });
    expect(requests).toEqual([[{ role: "user", content: "Front desk." }]]);
    expect(transcript.exchanges.map(({ number, user }) => [number, user?.content])).toEqual([
      [0, undefined],
      [1, "Hello."],
    ]);
  });

  test("makes up its first line where the case gives none", async () => {
    const { transcript, requests } = await meet(agentDoing(), ["Hello.\n<<gives up>>"], {});
    expect(requests[0]).toEqual([{ role: "user", content: expect.stringContaining("You speak first") }]);
    expect(transcript.exchanges.map(({ user }) => user?.content)).toEqual(["Hello."]);
  });

  test("goes on where the script ends, and knows what was said there", async () => {
    const { transcript, requests } = await meet(
      agentDoing("One.", "Two.", "Three."),
      ["And now A-17?", "<<gives up>>"],
      {
        script: [{ content: "Hi" }, { silence: 500 }],
      },
    );
    expect(requests[0]?.map(({ content }) => content)).toEqual(["Hi", "One.", "(silence)", "Two."]);
    expect(transcript.exchanges.map(({ user }) => user?.content)).toEqual(["Hi", "", "And now A-17?"]);
    expect(transcript.user).toMatchObject({ stop: "gives-up", faults: [{ kind: "leaked", exchange: 3 }] });
    expect(transcript.outcome).toMatchObject({ ended: { by: "user", reason: "gives-up" } });
  });

  test("that the agent hangs up on says so", async () => {
    const { transcript } = await meet(agentDoing("hangup"), ["Hello."], {});
    expect(transcript.user?.stop).toBe("hung-up-on");
    expect(transcript.outcome).toEqual({ kind: "completed", ended: { by: "agent", unsaid: [] } });
  });

  test("waits twice for a quiet agent, and a third time is a fault", async () => {
    const waits = ["Hello.", "<<waits>>", "<<waits>>", "<<waits>>"];
    const { transcript, requests } = await meet(agentDoing("quiet", "quiet", "quiet"), waits, {});
    expect(transcript.exchanges.map(({ user }) => user?.silence)).toEqual([undefined, 8000, 8000]);
    expect(requests[1]?.at(-1)?.content).toMatch(/^\(silence\) To wait .*<<waits>>/);
    expect(requests[3]?.at(-1)?.content).toBe("(silence)");
    expect(transcript.user?.faults).toMatchObject([{ kind: "broke-stop-rule", exchange: 4 }]);
  });

  test("falls silent once, where that is its way", async () => {
    const lines = ["Hello.", "Me again.", "And again.", "<<gives up>>"];
    const { transcript } = await meet(agentDoing(), lines, {
      user: { ...caller, opening: undefined, behaviours: ["falls-silent"] },
    });
    expect(transcript.exchanges.filter(({ user }) => user?.silence !== undefined)).toHaveLength(1);
    expect(transcript.user).toMatchObject({ stop: "gives-up", faults: [] });
  });

  test("cuts in now and then, the same way every time, and knows only what it heard", async () => {
    const long = Array.from({ length: 6 }, () => "one two three four five six seven eight nine ten eleven twelve");
    const lines = ["Hello.", "b", "c", "d", "e", "<<gives up>>"];
    const user = { ...caller, opening: undefined, behaviours: ["interrupts" as const] };
    const { transcript, requests } = await meet(agentDoing(...long), [...lines], { user });
    const cut = transcript.exchanges.filter(({ items }) => items.some((item) => item.type === "text" && item.unheard));
    expect(cut.length).toBeGreaterThan(0);
    const [first] = cut;
    const after = transcript.exchanges.find(({ number }) => number === (first?.number ?? 0) + 1);
    const heard = first?.items[0]?.type === "text" ? first.items[0].text : "";
    expect(after?.user?.interrupts).toEqual({ afterWords: heard.split(" ").length });
    expect(JSON.stringify(requests.at(-1))).toContain(`${heard} … (You cut in here and heard no more.)`);
    expect(
      (await meet(agentDoing(...long), [...lines], { user })).transcript.exchanges.map(({ user: said }) => said),
    ).toEqual(transcript.exchanges.map(({ user: said }) => said));
  });
});
