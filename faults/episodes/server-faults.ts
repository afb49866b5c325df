// A model server that fails at random, by a seed. It never fails the same request more often than Viva asks again.
import { type CompletionRequest, type ScriptedServer, type ServerFault, scriptedServer } from "vivavoce/testing";
import type { Random } from "../../packages/vivavoce/src/base/random.ts";
import { judgeAnswer } from "../../packages/vivavoce/src/run/judge-answer.test-helper.ts";
import type { Tally } from "./tally.ts";

/** How often a model is asked again before its call has failed; the suite says so too. */
export const retries = 2;
const delayMs = 40;

const faults: Record<string, ServerFault> = {
  "429 with Retry-After": { fault: "status", status: 429, retryAfter: 0 },
  "429 that asks for a second": { fault: "status", status: 429, retryAfter: 1 },
  "500": { fault: "status", status: 500 },
  "503": { fault: "status", status: 503 },
  "reset before the answer": { fault: "reset" },
  "reset in the answer": { fault: "reset", after: "headers" },
  "half-open socket": { fault: "half-open" },
  "no answer": { fault: "hang" },
  "truncated JSON": { fault: "truncated" },
  "empty body": { fault: "empty" },
  "wrong content type": { fault: "wrong-type" },
  "JSON that is not a completion": { fault: "invalid" },
  "slow drip": { fault: "slow-drip", everyMs: 1 },
};
const names = Object.keys(faults);

/** What the server does while one command runs: fails so often, or answers nobody of this model. */
export interface ServerMood {
  rate: number;
  down?: "agent" | "judge" | undefined;
}

export interface FaultyServer {
  url: string;
  mood: ServerMood;
  readonly calls: number;
  /** What was answered well since this was cleared: see `callNamed`. */
  readonly answered: Set<string>;
  /** How many answers were given more than once, for whatever reason. */
  repeated(): number;
  close(): Promise<void>;
}

export async function faultyServer(random: Random, tally: Tally): Promise<FaultyServer> {
  const failed = new Map<string, number>();
  const answers = new Map<string, number>();
  const answer = (request: CompletionRequest) => {
    const key = callNamed(request.model, JSON.stringify(request.messages));
    if (request.model === server.mood.down) return { fault: "status", status: 500 } as const;
    const before = failed.get(key) ?? 0;
    const text = request.model === "judge" ? judgeAnswer(request.messages) : `You said: ${lastLine(request)}`;
    const fault =
      before < retries && random() < server.mood.rate ? names[Math.floor(random() * names.length)] : undefined;
    if (fault !== undefined) {
      failed.set(key, before + 1);
      tally.add("server", fault);
      if (fault !== "slow drip") return faults[fault] as ServerFault;
    }
    server.answered.add(key);
    answers.set(key, (answers.get(key) ?? 0) + 1);
    return fault === "slow drip" ? { ...(faults[fault] as ServerFault & { fault: "slow-drip" }), answer: text } : text;
  };
  const scripted: ScriptedServer = await scriptedServer({ answer, delayMs, keepRequests: false });
  const server: FaultyServer = {
    url: scripted.url,
    mood: { rate: 0 },
    get calls() {
      return scripted.calls;
    },
    answered: new Set(),
    repeated: () => [...answers.values()].reduce((sum, count) => sum + count - 1, 0),
    close: scripted.close,
  };
  return server;
}

/** The name of a call, from anything that quotes what was said: each line of each case is asked once, and judged once. */
export function callNamed(model: string, text: string): string {
  const lines = [...text.matchAll(/case (\d+), line (\d+)/g)];
  const [, testCase, line] = (model === "judge" ? lines[0] : lines.at(-1)) ?? [];
  return model === "judge" ? `judge ${testCase}` : `agent ${testCase} ${line}`;
}

function lastLine({ messages }: CompletionRequest): string {
  return String(messages.at(-1)?.content);
}
