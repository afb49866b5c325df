// What the coach's exam sends to its judge, and how much of that a provider has read before: for an earlier metric of the
// same conversation, or for any earlier call.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Model } from "vivavoce";
import coach from "../examples/flow-coach/coach.eval.ts";
import { redactor } from "../packages/vivavoce/src/base/index.ts";
import { Store } from "../packages/vivavoce/src/store/index.ts";
import type { Measurement } from "./measurement.ts";

const root = join(import.meta.dirname, "..");
/** English text has about four characters to a token. */
const perToken = 4;

interface Asked {
  metric: string;
  size: number;
  /** Characters that an earlier request about the same conversation begins with; undefined for the first. */
  here?: number;
  /** The same for any earlier request. */
  anywhere: number;
}

export async function measure(): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), "viva-judge-input-"));
  const file = join(folder, "store.sqlite");
  const env = { ...process.env, VIVA_STORE: file };
  const viva = join(root, "packages/vivavoce/bin/viva.js");
  spawnSync(process.execPath, [viva, "run", "examples/flow-coach/coach.eval.ts", "--replay"], { cwd: root, env });
  const store = await Store.open(file, redactor({}));
  const asked: Asked[] = [];
  const all: string[] = [];
  try {
    const [run] = await store.runs.list();
    if (!run) throw new Error("the coach's exam was not played");
    for await (const { transcript, caseHash, variant } of store.trials.read(run.id, 0)) {
      const testCase = await store.trials.playedCase(run.id, 0, { caseHash });
      if (!testCase || variant.prompt !== "v2") continue;
      const first = all.length;
      for (const { name, score } of coach.metrics.filter(({ judged }) => judged)) {
        const texts: string[] = [];
        const call: Model["call"] = async ({ messages, output }, options) => {
          const form = options?.shared?.output ?? output;
          texts.push([JSON.stringify(form), ...messages.map(({ content }) => content)].join("\n"));
          throw new Error("only the request counts");
        };
        await Promise.resolve(score(transcript, testCase, { repeat: 1, model: () => ({ id: "judge", call }) }));
        const [text] = texts;
        if (text === undefined) continue;
        const shared = all.map((earlier) => sharedPrefix(earlier, text));
        const here = all.length > first ? { here: Math.max(...shared.slice(first)) } : {};
        asked.push({ metric: name, size: text.length, anywhere: Math.max(0, ...shared), ...here });
        all.push(text);
      }
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
  return summary(asked);
}

function summary(asked: readonly Asked[]): Measurement {
  const sum = (some: readonly Asked[], of: (one: Asked) => number) => some.reduce((total, one) => total + of(one), 0);
  const tokens = (characters: number) => Math.round(characters / perToken).toLocaleString("en");
  const share = (some: readonly Asked[]) => sum(some, ({ here = 0 }) => here) / sum(some, ({ size }) => size);
  const later = asked.filter(({ here }) => here !== undefined);
  const parts = [...Map.groupBy(later, ({ metric }) => metric)].map(
    ([metric, own]) => `${metric} ${(share(own) * 100).toFixed(1)} %`,
  );
  const [size, anywhere] = [sum(asked, (one) => one.size), sum(asked, (one) => one.anywhere)];
  return {
    what: "what a judge has to read anew, from the second metric of a conversation on, divided by all it is sent",
    value: 1 - share(later),
    limit: 0.45,
    detail: `${asked.length} calls, about ${tokens(size)} tokens, ${tokens(size - anywhere)} of them new to the provider; sent before for the same conversation: ${parts.join(", ")}`,
  };
}

function sharedPrefix(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
