import { describe, expect, test } from "vitest";
import { defineMetric, scored } from "../metric/index.ts";
import { type Model, ModelError } from "../model/index.ts";
import type { LoadedSuite } from "../suite/index.ts";
import { resumeRun } from "./resume.ts";
import { asking, execute, loadedSuite, planOf, sharedStore, storedRun, tallyOf, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();
const cases = [{ id: "talk", script: ["one", "two", "three"].map((content) => ({ content })) }];

/** A model that is pulled out of the wall at its nth call (from 1) or has an outage there, and answers all others. */
function plugged() {
  const asked: string[] = [];
  let stop = new AbortController();
  let pull: number | undefined;
  let outage: number | undefined;
  const model: Model = {
    id: "scripted:plugged",
    async call({ messages }) {
      asked.push(String(messages.at(-1)?.content));
      if (asked.length === outage) throw new ModelError({ failure: "network", message: "no connection" });
      if (asked.length !== pull) return { text: `answer ${asked.length}`, toolCalls: [], finish: "stop" };
      stop.abort();
      return new Promise(() => {});
    },
  };
  return {
    model,
    asked,
    get stop() {
      return stop.signal;
    },
    /** From here on: pulled at this call, or not at all. */
    from(settings: { pull?: number; outage?: number } = {}) {
      asked.length = 0;
      stop = new AbortController();
      ({ pull, outage } = settings);
    },
  };
}

type Plugged = ReturnType<typeof plugged>;

async function play(loaded: LoadedSuite, { stop }: Plugged) {
  return execute(store(), await planOf(loaded), { stop, abort: stop });
}

async function goOn(before: { run: string }, loaded: LoadedSuite, { stop }: Plugged) {
  const plan = await planOf(loaded);
  const resumption = await resumeRun(store(), await storedRun(store(), before), [plan], "/");
  return execute(store(), plan, { resumption, stop, abort: stop });
}

async function said({ run }: { run: string }): Promise<string[]> {
  const [trial] = await trialsOf(store(), run);
  const items = trial?.transcript.exchanges.flatMap((exchange) => exchange.items) ?? [];
  return items.flatMap((item) => (item.type === "text" ? [item.text] : []));
}

describe("a half-played trial", () => {
  test("starts again and is fed the answers it had: only what was in flight is asked again", async () => {
    const plug = plugged();
    const loaded = loadedSuite({ cases, agent: asking, models: { agent: plug.model } });
    plug.from({ pull: 3 });
    const cut = await play(loaded, plug);
    expect(plug.asked).toEqual(["one", "two", "three"]);
    expect(tallyOf(cut).pending).toBe(1);
    plug.from();
    const whole = await goOn(cut, loaded, plug);
    expect(plug.asked).toEqual(["three"]);
    expect(await said(whole)).toEqual(["answer 1", "answer 2", "answer 1"]);
    expect(whole.suites[0]?.calls).toEqual({ live: 1, replayed: 0, reused: 2, repeated: 0 });
  });

  test("may be cut off again and again, and asks for nothing twice", async () => {
    const plug = plugged();
    const loaded = loadedSuite({ cases, agent: asking, models: { agent: plug.model } });
    plug.from({ pull: 2 });
    const cut = await play(loaded, plug);
    plug.from({ pull: 2 });
    await goOn(cut, loaded, plug);
    expect(plug.asked).toEqual(["two", "three"]);
    plug.from();
    const whole = await goOn(cut, loaded, plug);
    expect(plug.asked).toEqual(["three"]);
    expect(whole.suites[0]?.calls).toMatchObject({ live: 1, reused: 2 });
  });

  test("is fed the answers from before an outage too", async () => {
    const plug = plugged();
    const loaded = loadedSuite({ cases, agent: asking, models: { agent: plug.model } });
    plug.from({ outage: 2 });
    const spoiled = await play(loaded, plug);
    expect(tallyOf(spoiled).errored).toBe(1);
    plug.from();
    const whole = await goOn(spoiled, loaded, plug);
    expect(plug.asked).toEqual(["two", "three"]);
    expect(tallyOf(whole).errored).toBe(0);
    expect((await trialsOf(store(), whole.run))[0]?.transcript.outcome).toMatchObject({ kind: "completed" });
  });

  test("that asks something else drops what it had, and that is counted as repeated", async () => {
    const plug = plugged();
    let mood = "calm";
    const moody = {
      ...asking,
      open(context: Parameters<typeof asking.open>[0]) {
        return {
          async reply(message: string) {
            const content = message === "two" ? `${mood} ${message}` : message;
            const { text } = await context.model().call({ messages: [{ role: "user", content }] });
            context.record({ type: "text", text });
          },
        };
      },
    };
    const loaded = loadedSuite({ cases, agent: moody, models: { agent: plug.model } });
    plug.from({ pull: 3 });
    const cut = await play(loaded, plug);
    mood = "cross";
    plug.from({ pull: 2 });
    await goOn(cut, loaded, plug);
    expect(plug.asked).toEqual(["cross two", "three"]);

    // The newer answer is the one that fits now: the old one must not hide it.
    plug.from();
    const whole = await goOn(cut, loaded, plug);
    expect(plug.asked).toEqual(["three"]);
    expect(whole.suites[0]?.calls).toEqual({ live: 1, replayed: 0, reused: 2, repeated: 0 });

    mood = "calm";
    plug.from({ pull: 3 });
    const another = await play(loaded, plug);
    mood = "cross";
    plug.from();
    const repeated = await goOn(another, loaded, plug);
    expect(plug.asked).toEqual(["cross two", "three"]);
    expect(repeated.suites[0]?.calls).toEqual({ live: 2, replayed: 0, reused: 1, repeated: 1 });
  });

  test("of a run that is not resumed knows nothing of earlier runs", async () => {
    const plug = plugged();
    const loaded = loadedSuite({ cases, agent: asking, models: { agent: plug.model } });
    plug.from({ pull: 3 });
    await play(loaded, plug);
    plug.from();
    await play(loaded, plug);
    expect(plug.asked).toEqual(["one", "two", "three"]);
  });
});

describe("a trial that was cut off while it was judged", () => {
  test("neither the agent nor the judge is asked again for what they have answered", async () => {
    const [plug, judge] = [plugged(), plugged()];
    const asks = (name: string) =>
      defineMetric({
        name,
        judged: true,
        async score(_transcript, _case, { model }) {
          await model(name).call({ messages: [{ role: "user", content: name }] });
          return scored(1, []);
        },
      });
    const definition = { cases, agent: asking, metrics: [asks("first"), asks("second")] };
    const loaded = loadedSuite({ ...definition, models: { agent: plug.model, judge: judge.model } });
    judge.from({ pull: 2 });
    const cut = await play(loaded, judge);
    expect(judge.asked).toEqual(["first", "second"]);
    judge.from();
    plug.from();
    const whole = await goOn(cut, loaded, judge);
    expect(plug.asked).toEqual([]);
    expect(judge.asked).toEqual(["second"]);
    expect(tallyOf(whole)).toMatchObject({ passed: 1, pending: 0 });
    expect(whole.suites[0]?.calls).toMatchObject({ live: 1, reused: 1 });
  });
});
