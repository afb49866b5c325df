// What the tapes of the two exams answer to each request, so that a server can answer the same to live runs.
import { vi } from "vitest";
import { completionBody } from "../../packages/vivavoce/src/model/openai-client.ts";
import type { ReplayTraffic } from "../../packages/vivavoce/src/model/replay-traffic.ts";

export interface TapedAnswer {
  text: string;
  toolCalls: readonly { id: string; name: string; arguments: object | string }[];
}

/** Answers by request. The same request may be asked again, and be answered otherwise. */
export type Answers = Map<string, TapedAnswer[]>;

const heard: Answers = new Map();

/** Listens to a replay. Give it to `vi.mock` for the module of `replayTraffic`. */
export async function listening(original: () => Promise<{ replayTraffic(...given: never[]): ReplayTraffic }>) {
  const real = await original();
  const replayTraffic = (...given: never[]): ReplayTraffic => {
    const traffic = real.replayTraffic(...given);
    return {
      ...traffic,
      model(role, label) {
        const model = traffic.model(role, label);
        return {
          ...model,
          async call(request, options) {
            const answer = await model.call(request, options);
            const key = keyOf(completionBody(request, { provider: "", model: "" }).messages);
            heard.set(key, [...(heard.get(key) ?? []), answer as TapedAnswer]);
            return answer;
          },
        };
      },
    };
  };
  return { ...real, replayTraffic };
}

/** A request is known by what is said in it. */
export function keyOf(messages: unknown): string {
  return JSON.stringify(messages);
}

/** Replays the exams of a project in this process, and gives all that was asked and answered. */
export async function tapedAnswers(project: string): Promise<Answers> {
  const folder = process.cwd();
  let said = "";
  const written = (chunk: unknown, ...given: unknown[]) => {
    said += chunk;
    for (const done of given) if (typeof done === "function") done();
    return true;
  };
  const quiet = ["stdout", "stderr"].map((name) => vi.spyOn(process[name], "write").mockImplementation(written));
  process.chdir(project);
  try {
    // Only here: it imports the module that is listened to.
    const { obey } = await import("../../packages/vivavoce/src/cli/main.ts");
    const code = await obey(["run", "--replay"]);
    if (code !== 0) throw new Error(`the replay of the exams ended with ${code}:\n${said}`);
  } finally {
    process.chdir(folder);
    for (const spy of quiet) spy.mockRestore();
  }
  return heard;
}
