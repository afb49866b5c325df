import { expect, test } from "vitest";
import { contains, defineMetric, scored } from "../metric/index.ts";
import { scriptedModel } from "../testing/index.ts";
import { agentOf, caseList, execute, planOf, sharedStore, tallyOf, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();
const cases = caseList("one", "large", "three");
const megabytes = (count: number) => "x".repeat(count * 1e6);

/** What became of each case, and why. */
async function endsOf(definition: Parameters<typeof planOf>[0]) {
  const result = await execute(store(), await planOf(definition));
  const ends = (await trialsOf(store(), result.run)).map(({ caseId, status, transcript: { outcome }, scores }) => {
    const reasons = scores.flatMap((score) => (score.status === "errored" ? [score.reason] : []));
    return [caseId, status, "message" in outcome ? outcome.message : reasons.join()];
  });
  return { result, ends };
}

test("a conversation that is too large for the store fails its trial with its size, and no other", async () => {
  const agent = agentOf((message, { record }) => {
    record({ type: "text", text: message });
    const parts = message.endsWith("large") ? 6 : 0;
    for (let part = 0; part < parts; part++) {
      try {
        record({ type: "text", text: megabytes(100) });
      } catch {
        // An agent that goes on all the same has failed all the same.
      }
    }
  });
  const { result, ends } = await endsOf({ cases, agent });
  const size = "101 MB, more than the 64 MB that are kept of one conversation";
  expect(ends).toEqual([
    ["one", "passed", ""],
    ["large", "failed", `what the agent said and did in one exchange takes ${size}`],
    ["three", "passed", ""],
  ]);
  expect(tallyOf(result)).toMatchObject({ planned: 3, passed: 2, failed: 1 });
  expect(result.exitCode).toBe(1);
});

test("exchanges that are too large together are left out of the transcript, with their size", async () => {
  const script = Array.from({ length: 3 }, () => ({ content: "Hello large" }));
  const agent = agentOf((_message, { record }) => record({ type: "text", text: `Hello large ${megabytes(22)}` }));
  const { result, ends } = await endsOf({ cases: [{ id: "large", script }], agent });
  const size = "67 MB, more than the 64 MB that are kept of one conversation";
  expect(ends[0]).toEqual(["large", "failed", `what the agent said and did takes ${size}; it is left out here`]);
  expect((await trialsOf(store(), result.run))[0]?.transcript.exchanges).toEqual([]);
});

test("a request that is too large to be kept is not sent, and fails its trial though the agent catches it", async () => {
  const model = scriptedModel(({ messages }) => String(messages.at(-1)?.content));
  const agent = agentOf(async (message, context) => {
    const content = message.endsWith("large") ? megabytes(70) : message;
    const answer = await context
      .model()
      .call({ messages: [{ role: "user", content }] })
      .catch(() => ({ text: message }));
    context.record({ type: "text", text: answer.text });
  });
  const { ends } = await endsOf({ cases, agent, models: { agent: model } });
  const size = "71 MB, more than the 64 MB that are kept of one call";
  expect(ends.map(([, status]) => status)).toEqual(["passed", "failed", "passed"]);
  expect(ends[1]?.[2]).toBe(`the agent's request to a model takes ${size}`);
  expect(model.calls).toHaveLength(2);
});

test("an answer that is too large is an outage, and evidence that is too large breaks its metric: both for one trial", async () => {
  const model = scriptedModel(({ messages: [said] }) =>
    String(said?.content).endsWith("large") ? megabytes(70) : String(said?.content),
  );
  const agent = agentOf(async (message, context) => {
    const { text } = await context.model().call({ messages: [{ role: "user", content: message }] });
    context.record({ type: "text", text });
  });
  const answered = await endsOf({ cases, agent, models: { agent: model } });
  expect(answered.ends.map(([, status]) => status)).toEqual(["passed", "errored", "passed"]);
  expect(answered.ends[1]?.[2]).toMatch(/^an answer of .* takes 71 MB, more than the 64 MB/);

  const wordy = defineMetric({
    name: "wordy",
    score: ({ case: id }) =>
      scored(
        1,
        id === "large" ? [{ id: "1", label: "", verdict: "", ok: true, reason: megabytes(70), evidence: [] }] : [],
      ),
  });
  const { ends } = await endsOf({ cases, metrics: [contains(), wordy] });
  expect(ends.map(([, status]) => status)).toEqual(["passed", "errored", "passed"]);
  expect(ends[1]?.[2]).toBe("its score with all evidence takes 71 MB, more than the 64 MB that are kept of one score");
});
