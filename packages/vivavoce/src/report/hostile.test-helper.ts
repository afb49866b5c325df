import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dag } from "../metric/index.ts";
import type { ReportSettings } from "./report-settings.ts";
import {
  check,
  exchange,
  type MadeSuite,
  type MadeTrial,
  scored,
  storedRun,
  without,
} from "./stored-run.test-helper.ts";

const { binary, verdict } = dag;

/** One text that tries to do harm wherever it is shown. */
export interface Payload {
  id: string;
  kind: string;
  text: string;
}

interface WrittenPayload extends Payload {
  /** How often the text is repeated. */
  repeat?: number;
}

const file = join(import.meta.dirname, "fixtures", "hostile.json");

export const payloads: readonly Payload[] = (JSON.parse(readFileSync(file, "utf8")) as WrittenPayload[]).map(
  ({ id, kind, text, repeat = 1 }) => ({ id, kind, text: text.repeat(repeat) }),
);

/** A harmless text: every report must look like the report of this one. */
export const harmless: Payload = { id: "harmless", kind: "none", text: "Good morning" };

const graph = (text: string) => ({
  ...dag({ name: "manners", root: binary("asks", "Does it ask first?", { yes: verdict(1), no: verdict(0) }) }).graph,
  nodes: [
    { kind: "choice", id: "asks", question: text, options: { [text]: text }, branches: { [text]: "leaf" } },
    { kind: "verdict", id: "leaf", value: 0, reason: text },
  ],
  root: "asks",
});

/** A trial that has the text in every place where an agent, a user, a tool, a world or a judge can put one. */
export function hostileTrial({ text }: Payload): MadeTrial {
  const call = { id: "1", name: text, effect: "write" as const, arguments: { [text]: text } };
  const evidence = [{ text, exchange: 1, source: "reply" as const }];
  const missed = check(text, text, { id: text, verdict: text, evidence });
  return {
    id: text,
    status: "failed",
    transcript: {
      history: [
        { role: "user", content: text },
        { role: "assistant", content: text },
      ],
      exchanges: [
        exchange(text, {
          user: { content: text },
          items: [
            { type: "text", text },
            {
              type: "call",
              call: { ...call, approval: { decision: "rejected", reason: text }, executed: { [text]: text } },
            },
            { type: "call", call: { ...call, result: { [text]: [text] } } },
            { type: "call", call: { ...call, raw: text, error: { message: text, code: text } } },
          ],
          effects: [
            { kind: "value.set", pointer: text, from: text, to: text },
            { kind: "note.renamed", note: text, from: text },
          ],
        }),
      ],
      outcome: { kind: "agent-failed", reason: "threw", message: text, exchange: 1 },
    },
    scores: [
      scored("criteria", 0, { judged: true, checks: [missed] }),
      scored("careful", 0, { judged: true, checks: [missed], detail: { graph: graph(text), path: ["asks", "leaf"] } }),
      without("relevancy", "unscored", text),
    ],
  };
}

const metrics = [
  { name: "criteria", judged: true },
  { name: "careful", judged: true },
  { name: "relevancy", judged: true },
];

/** A suite whose trials are these payloads. */
export function hostileSuite(...some: readonly Payload[]): MadeSuite {
  return { name: "exam", metrics, trials: some.map(hostileTrial) };
}

/** A stored run of these payloads, with what a report needs. */
export async function hostileRun(...some: readonly Payload[]) {
  const { store, run } = await storedRun(hostileSuite(...some));
  const decisions = [
    { suite: "exam", verdict: "fail" as const, exitCode: 1 as const, reasons: [], reason: "1 trial failed" },
  ];
  return { store, run: { ...run, id: "7f3a51c2" }, stored: run, decisions };
}

/** What a report writes, as one text. */
export async function written(
  report: (settings: ReportSettings) => Promise<void>,
  facts: Omit<ReportSettings, "run" | "write"> & { stored: ReportSettings["run"]; run: { id: string } },
): Promise<string> {
  let text = "";
  await report({
    ...facts,
    run: facts.stored,
    write: (part) => {
      text += part;
    },
  });
  return text.replaceAll(facts.stored.id, facts.run.id);
}

/** Characters that move the cursor, hide text or turn it round. */
export const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;
