import { z } from "zod";
import { InputError, isJsonObject, type JsonValue } from "../../base/index.ts";
import type { CallRecord } from "../../shape/index.ts";
import { showCost, showDuration } from "../figures.ts";
import { clip } from "./page-text.ts";
import { name, runId, suiteOf, view, wholeNumber } from "./view.ts";

/** How much of a text is shown at first. */
const shortText = 4_000;

export const callsView = view({
  about: "Every model call of one trial, with its request and answer. Replayed answers are on the tapes, not here.",
  query: z.object({
    run: runId,
    suite: wholeNumber,
    case: name,
    trial: wholeNumber.describe("Its position in the plan."),
    texts: z.enum(["short", "whole"]).optional(),
  }),
  async answer(context, { run: id, suite: position, case: caseId, trial: at, texts = "short" }) {
    const { run, suite } = await suiteOf(context, { run: id, suite: position });
    const { store } = context;
    for await (const { position: place, trial } of store.trials.read(run.id, suite.position, { caseId })) {
      if (place !== at) continue;
      const address = { run: run.id, suite: suite.position, trial };
      const passes = Math.max(1, await store.scores.passes(address));
      const cut = new Cutter(texts === "whole" ? 1_000_000 : shortText);
      const calls = [];
      for (let pass = 1; pass <= passes; pass++) {
        for (const record of await store.calls.of(address, pass)) calls.push(callView(record, pass, cut));
      }
      return {
        calls,
        /** If the run was a replay, its answers are on the tapes. */
        mode: suite.header.mode,
        /** How many texts were cut. */
        cut: cut.count,
        /** How many calls a report has no room for. */
        leftOut: 0,
      };
    }
    throw new InputError({ message: `case ${caseId} has no trial ${at}`, remedy: "The case's page lists its trials." });
  },
});

/** Cuts texts to a length, and counts how many were longer. */
class Cutter {
  count = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  text(text: string): string {
    if (text.length > this.#most) this.count += 1;
    return clip(text, this.#most);
  }

  json(value: JsonValue): string {
    return this.text(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  }
}

/** One model call with its request and its answer. `pass` is the scoring that made it, from 1. */
function callView(record: CallRecord, pass: number, cut: Cutter) {
  const { role, label, request, answer, durationMs, origin = "live" } = record;
  const { messages, model, ...settings } = isJsonObject(request) ? request : {};
  const listed = Array.isArray(messages) ? messages : [];
  const rest = isJsonObject(request) ? settings : request;
  const { usage, cost, finish, servedModel } = answer;
  const facts = [
    origin,
    ...(durationMs === undefined ? [] : [showDuration(durationMs)]),
    ...(usage ? [`${usage.inputTokens} tokens in, ${usage.outputTokens} out`] : []),
    ...(cost === undefined ? [] : [showCost(cost)]),
    ...(finish === "stop" || finish === "tool-calls" ? [] : [`ended: ${finish}`]),
  ];
  return {
    role,
    /** For the judge, the metric that asked; "" if there is only one. */
    label: clip(label, 200),
    pass,
    model: servedModel ?? (typeof model === "string" ? clip(model, 200) : undefined),
    /** Where the answer came from, time, tokens, cost and how it ended. */
    facts: facts.join(" · "),
    messages: listed.map((message) => messageView(message, cut)),
    /** What else was sent, as JSON: tools, temperature and so on. */
    settings: isEmpty(rest) ? undefined : cut.json(rest as JsonValue),
    answer: cut.text(answer.text),
    toolCalls: answer.toolCalls.map((call) => ({ name: clip(call.name, 200), given: cut.json(call.arguments) })),
    warnings: (answer.warnings ?? []).map((warning) => clip(warning, 2_000)),
  };
}

/** A message is a role and a text; whatever else it holds is shown as JSON. */
function messageView(message: JsonValue, cut: Cutter) {
  if (!isJsonObject(message)) return { role: "", text: cut.json(message) };
  const { role, content, ...rest } = message;
  const parts = [
    ...(content === undefined || content === null ? [] : [cut.json(content)]),
    ...(isEmpty(rest) ? [] : [cut.json(rest)]),
  ];
  return { role: typeof role === "string" ? clip(role, 40) : "", text: parts.join("\n") };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
