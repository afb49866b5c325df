import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { redactor } from "../base/index.ts";
import type { Case } from "../shape/index.ts";
import {
  called,
  callOf,
  played,
  runHeader,
  scored,
  scoreOf,
  suiteOf,
  temporaryFile,
  transcriptOf,
} from "./store.test-helper.ts";
import { Store } from "./store.ts";

const byFormat = `sk-${"canary".repeat(5)}`;
const byEnvironment = "plain-looking-secret-4711";
const canaries = [byFormat, byEnvironment];
const secrets = redactor({ SERVICE_TOKEN: byEnvironment });

/** Every byte that the store has put on disk, the write-ahead log included. */
function bytesOf(file: string): string {
  const folder = dirname(file);
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name)).toString("latin1"))
    .join("");
}

function secretCase(text: string): Case {
  return {
    id: "a",
    tags: [text],
    history: [],
    script: [{ content: text }],
    expect: {},
    world: { [text]: text },
  } as never;
}

async function writeEverywhere(store: Store, secret: string): Promise<void> {
  const run = `run-of-${secret.length}`;
  const text = `the key is ${secret}, keep it`;
  const suite = suiteOf("coach");
  const header = { ...suite.header, models: { agent: { headers: { authorization: `Bearer ${secret}` }, note: text } } };
  const options = { ...runHeader.options, model: text };
  await store.runs.create({
    id: run,
    header: { ...runHeader, options, paths: [text] },
    suites: [{ ...suite, header }],
    owner: "1@a",
    at: 1,
  });
  await store.runs.reopen(run, [{ ...suite, header }]);
  const call = { type: "call" as const, call: { id: "1", name: "save", arguments: { [text]: [text] }, result: text } };
  const exchange = {
    number: 1,
    user: { content: text },
    items: [{ type: "text" as const, text }, call],
    modelCalls: 1,
  };
  const outcome = { kind: "infrastructure" as const, message: text };
  void store.write(
    played({
      run,
      trial: "a",
      transcript: transcriptOf(text, { exchanges: [exchange], outcome }),
      case: secretCase(text),
    }),
  );
  const answer = { text, toolCalls: [], finish: "stop" as const, warnings: [text] };
  void store.write(called({ run, trial: "a", record: callOf(text, { request: { messages: [text] }, answer }) }));
  const evidence = [{ text, source: "reply" as const }];
  const check = { id: "1", label: text, verdict: "no", ok: false, reason: text, evidence };
  const score = scoreOf("contains", 0, { checks: [check], detail: { text } });
  await store.write(scored({ run, trial: "a", scores: [{ score, identity: "" }] }));
  const unscored = { metric: "criteria", judged: true, gating: true, status: "unscored" as const, reason: text };
  await store.write(scored({ run, trial: "a", pass: 2, scores: [{ score: unscored, identity: "" }] }));
}

describe("secrets stay out of the store", () => {
  test("a key in header, suite, transcript, calls and scores is in no byte of the files", async () => {
    const file = temporaryFile();
    const store = await Store.open(file, secrets);
    for (const canary of canaries) await writeEverywhere(store, canary);
    const whileOpen = bytesOf(file);
    await store.close();
    const closed = bytesOf(file);
    for (const canary of canaries) {
      expect(whileOpen).not.toContain(canary);
      expect(closed).not.toContain(canary);
    }
    expect(whileOpen + closed).toMatch(/the key is \[redacted:[a-z-]+:[0-9a-f]{6}\], keep it/);
  });

  test("the check sees what it looks for: with a redactor that knows nothing the plain secret is there", async () => {
    const file = temporaryFile();
    const store = await Store.open(file, redactor({}));
    await writeEverywhere(store, byEnvironment);
    expect(bytesOf(file)).toContain(byEnvironment);
    await store.close();
  });
});
