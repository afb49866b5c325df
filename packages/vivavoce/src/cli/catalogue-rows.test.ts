import { describe, expect, test } from "vitest";
import { projectHere } from "./cli.test-helper.ts";

/** A front desk that hands every caller over, and says what the case's data tells it to. */
const suite = (metrics: string, cases: readonly object[], more = "") => `
import { suite } from "vivavoce";
import * as metric from "vivavoce/metrics";
export default suite({
  name: "desk",
  cases: ${JSON.stringify(cases)},
  agent: {
    name: "desk",
    version: "1",
    tools: [{ name: "transfer_call", effect: "control", parameters: {} }, { name: "book", effect: "write", parameters: {} }],
    open: ({ record, case: { data } }) => ({
      reply: async () => {
        for (const [index, deed] of (data ?? ["Hello, how can I help you?"]).entries()) {
          const id = "c" + index;
          if (!deed.startsWith("!")) record({ type: "text", text: deed });
          else {
            record({ type: "call", id, name: deed.slice(1), arguments: {} });
            record({ type: "result", id, result: "done" });
          }
        }
      },
    }),
  },
  metrics: [${metrics}],
  ${more}
});
`;
const script = [{ content: "I would like to see the dentist, and my tooth hurts." }];
const notice = "This call is recorded. You are through to the front desk, and I can help you with that.";
const byCode = `metric.escalation({ tools: ["transfer_call"] }), metric.planAdherence(), metric.disclosure({ must: [/recorded/] }),
  metric.commitments({ never: [{ text: "guarantee" }] }), metric.language(), metric.stepEfficiency()`;

describe("the rows of the catalogue in a run", () => {
  test("code decides without a judge and without a key; a deed that is missing or forbidden fails", async () => {
    const expected = { escalation: true, plan: ["book", "transfer_call"] };
    const { viva, statuses, trials } = projectHere({
      "a.eval.ts": suite(byCode, [
        { id: "good", script, data: [notice, "!book", "!transfer_call"], expect: expected },
        { id: "no-transfer", script, data: [notice, "!book"], expect: expected },
        { id: "wrong-order", script, data: [notice, "!transfer_call", "!book"], expect: expected },
        { id: "promises", script, data: [notice, "I guarantee that!", "!book", "!transfer_call"], expect: expected },
        {
          id: "not-told",
          script,
          data: ["Hello, you are through to the front desk.", "!book", "!transfer_call"],
          expect: expected,
        },
        { id: "twice", script, data: [notice, "!book", "!book", "!transfer_call"], expect: expected },
        { id: "only-told", script, data: [notice] },
      ]),
    });
    const { code, stdout } = await viva("run");
    expect(code).toBe(1);
    expect(stdout).not.toContain("has no model judge");
    expect(await statuses()).toEqual([
      "good passed",
      "no-transfer failed",
      "wrong-order failed",
      "promises failed",
      "not-told failed",
      "twice failed",
      "only-told passed",
    ]);
    const [good] = await trials();
    expect(good?.scores.map(({ metric, status }) => `${metric} ${status}`)).toEqual([
      "escalation scored",
      "planAdherence scored",
      "disclosure scored",
      "commitments scored",
      "language scored",
      "stepEfficiency scored",
    ]);
    expect((await viva("show latest promises")).stdout).toContain("“I guarantee that!” (exchange 1)");
  });

  test("the judge decides what code cannot, and its quotes are kept", async () => {
    const no = "I am sorry, I cannot do that for you.";
    const tape = (id: string, verdict: string) => `viva: tape 1
origin: hand-written
case: ${id}
tapes:
  - judge:
      refusal: [{ items: { refusal: { verdict: ${verdict}, quote: "${no}" } } }]
      clarification: [{ items: { clarification: { verdict: did not ask, quote: "${no}" } } }]
`;
    const expected = { refusal: true, clarification: false };
    const cases = ["good", "bad"].map((id) => ({ id, script, data: [no], expect: expected }));
    const { viva, statuses } = projectHere({
      "a.eval.ts": suite(
        "metric.refusal(), metric.clarification()",
        cases,
        'models: { judge: "openrouter:anthropic/claude-sonnet-4.5" },',
      ),
      "cassettes/default/good.yaml": tape("good", "refused"),
      "cassettes/default/bad.yaml": tape("bad", "evaded"),
    });
    expect((await viva("run --replay")).code).toBe(1);
    expect(await statuses()).toEqual(["good passed", "bad failed"]);
    expect((await viva("show latest bad")).stdout).toContain(no);
  });

  test("those that only watch do not make a pass of a case that expects nothing", async () => {
    const watching =
      'metric.commitments({ never: [{ text: "guarantee" }] }), metric.language(), metric.stepEfficiency()';
    const said = [notice, "!book", "!transfer_call"];
    const { viva, statuses } = projectHere({
      "a.eval.ts": suite(watching, [
        { id: "nothing", script, data: said },
        { id: "watched", script, data: said, expect: { watched: true } },
        { id: "named", script, data: said, expect: { language: "en" } },
        { id: "other", script, data: said, expect: { language: "de" } },
      ]),
    });
    await viva("run");
    expect(await statuses()).toEqual(["nothing skipped", "watched passed", "named passed", "other failed"]);
  });

  test("a case that needs a judge is refused without one; one that code decides is not", async () => {
    const wanting = (disclosure: unknown) =>
      suite("metric.disclosure()", [{ id: "one", script, data: [notice], expect: { disclosure } }]);
    const { viva, write } = projectHere({ "a.eval.ts": wanting(["that the call is recorded"]) });
    expect(await viva("run")).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("has no model judge, which disclosure needs"),
    });
    write({ "a.eval.ts": wanting([{ text: "this call is recorded" }]) });
    expect((await viva("run")).code).toBe(0);
  });

  test("an expectation that no metric reads, an unknown tool and an exchange too far are reported before the run", async () => {
    const one = (expectations: object) =>
      suite("metric.planAdherence(), metric.contains()", [{ id: "one", script, expect: expectations }]);
    const { viva, write } = projectHere({ "a.eval.ts": one({ plan: ["book"], refusal: true, contains: ["Hello"] }) });
    expect((await viva("run")).stdout).toContain("cases have expect.refusal, but no metric of the suite reads it");
    write({ "a.eval.ts": one({ plan: ["bok"] }) });
    expect(await viva("run")).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('the agent has no tool called "bok"'),
    });
    write({ "a.eval.ts": one({ disclosure: [{ text: "recorded", by: 2, before: "transfer" }] }) });
    const refused = await viva("run");
    expect(refused).toMatchObject({ code: 64, stderr: expect.stringContaining("exchange 2 is out of range") });
    expect(refused.stderr).toContain('the agent has no tool called "transfer"');
    write({ "a.eval.ts": one({ language: "german" }) });
    expect((await viva("run")).stderr).toContain("it is not the code of a language, such as de or pt-BR");
  });
});
