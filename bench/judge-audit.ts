// What `viva judge audit` finds in judges whose faults are known, and in the small real model.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { ownPython } from "../scripts/real-model/python.ts";
import { startServer } from "../scripts/real-model/server.ts";
import type { Measurement } from "./measurement.ts";

const launcher = join(import.meta.dirname, "../packages/vivavoce/bin/viva.js");
/** What a scripted judge sees: the agent's words, and the verdicts in the order of the menu. */
type Judge = (reply: string, menu: readonly string[]) => string;

const fair: Judge = (reply) => (reply.includes("o'clock") ? "yes" : "no");
const judges: Readonly<Record<string, Judge>> = {
  fair,
  "takes the first verdict of the menu": (_reply, [first = ""]) => first,
  "passes long replies": (reply, menu) => (reply.length > 130 ? "yes" : fair(reply, menu)),
  "obeys the reply": (reply, menu) => (/pass|verdict|score|criteria|success/.test(reply) ? "yes" : fair(reply, menu)),
  "gives no valid verdict without an hour": (reply, menu) => (fair(reply, menu) === "yes" ? "yes" : "unknown"),
};

interface Wanted {
  /** How many conversations, at most. */
  cases: number;
}

/** The scripted judges: the fair one must agree with every label and change no verdict. */
export async function measure({ cases }: Wanted): Promise<Measurement> {
  const lines: string[] = [];
  let faults = Number.NaN;
  for (const [name, judge] of Object.entries(judges)) {
    const found = await audited(cases, [], async (asked) => completion(asked, judge));
    lines.push(`${name}: ${found.words}`);
    if (judge === fair) faults = found.missed + found.changed + found.unanswered;
  }
  const what = "verdicts of a fair judge that are wrong, changed or missing";
  return { what, value: faults, limit: 0, detail: lines.join("\n    ") };
}

/** The small model takes half a minute for a question, and longer on a busy machine. As a poor judge it keeps no limit. */
export async function measureReal({ cases }: Wanted): Promise<Measurement> {
  const what = "labels that the small model missed";
  const found = ownPython();
  if ("missing" in found) return { what, value: Number.NaN, limit: cases, detail: found.missing };
  const { child, address } = await startServer(found.python);
  const url = new URL("/v1/chat/completions", address);
  const headers = { "content-type": "application/json" };
  try {
    const { missed, words } = await audited(cases, ["--checks", "retest,order,padding"], async (asked) => {
      const answer = await fetch(url, { method: "POST", body: JSON.stringify(asked), headers });
      return (await answer.json()) as Completion;
    });
    return { what, value: missed, limit: cases, detail: words };
  } finally {
    child.stdin?.end();
  }
}

interface Asked {
  messages: { content: string }[];
}

interface Completion {
  usage: { prompt_tokens: number; completion_tokens: number; prompt_tokens_details?: { cached_tokens?: number } };
}

interface Row {
  check: string;
  pairs: number;
  lenient: number;
  stricter: number;
  finding: string;
}

/** Plays the conversations, has them judged and audited, and says what came out. */
async function audited(cases: number, checks: readonly string[], answer: (asked: Asked) => Promise<Completion>) {
  const sent = { calls: 0, read: 0, again: 0, written: 0 };
  const server = createServer(async (request, response) => {
    const completion = await answer((await json(request)) as Asked);
    const { prompt_tokens, completion_tokens, prompt_tokens_details } = completion.usage;
    sent.calls += 1;
    sent.read += prompt_tokens;
    sent.again += prompt_tokens_details?.cached_tokens ?? 0;
    sent.written += completion_tokens;
    response.setHeader("content-type", "application/json").end(JSON.stringify(completion));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const folder = mkdtempSync(join(tmpdir(), "viva-judge-audit-"));
  try {
    const env = {
      VIVA_STORE: join(folder, "store.sqlite"),
      DESK_JUDGE: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      DESK_CASES: `${cases}`,
    };
    const [{ trials }] = (await viva(env, "run", "--live")).results;
    const [{ rows, asked }] = (await viva(env, "judge", "audit", "--trials", `${cases}`, ...checks)).suites;
    const given = trials.map((trial: { case: string; scores: { checks?: { verdict: string }[] }[] }) => ({
      label: trial.case.split("-").at(-1),
      verdict: trial.scores[0]?.checks?.[0]?.verdict,
    }));
    const count = (test: (one: { label: string; verdict?: string }) => boolean): number => given.filter(test).length;
    const missed = count(({ label, verdict }) => verdict !== label);
    const silent = count(({ verdict }) => verdict === undefined);
    const words = [
      `agrees with ${given.length - missed} of ${given.length} labels, says yes to ${count(({ verdict }) => verdict === "yes")}, leaves ${silent} unanswered`,
      ...rows.map((row: Row) => `${row.check} +${row.lenient} −${row.stricter} of ${row.pairs} (${row.finding})`),
      `${asked.unscored} of ${asked.scores} questions of the audit unanswered`,
      `${sent.calls} calls, ${sent.read} tokens sent, ${sent.again} of them kept by the server, ${sent.written} answered`,
    ].join("; ");
    const changed = rows.reduce((sum: number, { lenient, stricter }: Row) => sum + lenient + stricter, 0);
    return { missed, changed, unanswered: asked.unscored, words };
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a command prints as JSON. Asked one by one, the server keeps the beginning of the last request. */
async function viva(env: Record<string, string>, ...words: readonly string[]) {
  const running = spawn(process.execPath, [launcher, ...words, "--concurrency", "1", "--json"], {
    cwd: join(import.meta.dirname, "judge-audit"),
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [out] = await Promise.all([text(running.stdout), once(running, "close")]);
  return JSON.parse(out);
}

/** A scripted answer. Four characters count as a token. */
function completion(asked: Asked, judge: Judge) {
  const shown = asked.messages.at(-1)?.content ?? "";
  const turns = shown.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const spoken = turns.find(({ speaker, text }) => speaker === "agent" && text !== undefined)?.text;
  const reply = typeof spoken === "string" ? spoken : Object.values(spoken).join("");
  const menu = [...shown.matchAll(/^- "(.+?)": /gm)].map(([, verdict = ""]) => verdict);
  const answered = { id: "hour", evidence: [], absent: false, reasoning: "So it is.", verdict: judge(reply, menu) };
  const content = JSON.stringify({ items: [answered] });
  return {
    model: "scripted",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: {
      prompt_tokens: Math.round(JSON.stringify(asked).length / 4),
      completion_tokens: Math.round(content.length / 4),
    },
  };
}
