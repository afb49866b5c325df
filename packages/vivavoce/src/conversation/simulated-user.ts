import { decidePatterns, PatternBudget } from "../base/index.ts";
import type { SimulatedUser, UserLine } from "../case/index.ts";
import { type ChatMessage, type Model, type ModelAnswer, withoutThoughts } from "../model/index.ts";
import type { Ended, SimulatorFault, UserRecord } from "../transcript/index.ts";
import { faultsOf } from "./simulator-faults.ts";
import { firstCue, simulatorPrompt, stopMarks } from "./simulator-prompt.ts";
import type { UserSide } from "./user-side.ts";

export interface SimulatorSettings {
  user: SimulatedUser;
  model(): Model;
  /** The same for every variant of a case, so that two prompts meet the same user. */
  seed: number;
}

/** A user played by a model, and graded by code while it talks. */
export class Simulator implements UserSide {
  readonly #settings: SimulatorSettings;
  readonly #heard: string[] = [];
  readonly #said: string[] = [];
  /** Seen from the user's side: what it said itself is the model's part, what the agent said is the other's. */
  readonly #turns: ChatMessage[] = [];
  readonly #faults: SimulatorFault[] = [];
  readonly #patterns = new PatternBudget();
  #stop: UserRecord["stop"] | undefined;

  constructor(settings: SimulatorSettings) {
    this.#settings = settings;
  }

  /** How it behaved and why it stopped. */
  get record(): UserRecord {
    return { kind: "simulated", stop: this.#stop ?? "cut-off", faults: [...this.#faults] };
  }

  get ended(): Ended {
    return { by: "user", reason: this.record.stop, unsaid: [] };
  }

  async next(heard: string | undefined, signal: AbortSignal): Promise<UserLine | undefined> {
    const { user } = this.#settings;
    if (heard !== undefined) this.#hear(heard);
    if (this.#stop) return undefined;
    if (this.#said.length === 0 && user.opening !== undefined) return this.#say(user.opening);
    if (this.#said.length >= user.maxExchanges) {
      this.#stop = "limit";
      return undefined;
    }
    const { line, stop, broken } = readLine(aloud(await this.#ask(signal)));
    // A conversation in which nobody spoke would be scored as if the agent had had its chance.
    const unsaid = line === "" && stop && this.#said.length === 0 ? "stopped before it said anything" : undefined;
    const rule = broken ?? unsaid;
    if (rule) this.#fault("broke-stop-rule", rule, line);
    this.#stop = stop;
    if (line === "") return undefined;
    const turn = { exchange: this.#said.length + 1, line, heard: this.#heard, said: this.#said };
    const { result: faults } = await decidePatterns(this.#patterns, () => faultsOf(user, turn));
    this.#faults.push(...faults);
    return this.#say(line);
  }

  #hear(reply: string): void {
    this.#heard.push(reply);
    this.#turns.push({ role: "user", content: reply });
  }

  #say(line: string): UserLine {
    this.#said.push(line);
    this.#turns.push({ role: "assistant", content: line });
    return { content: line };
  }

  #fault(kind: SimulatorFault["kind"], reason: string, line: string): void {
    this.#faults.push({ kind, exchange: this.#said.length + 1, reason, line });
    if (line === "") this.#stop ??= "gives-up";
  }

  #ask(signal: AbortSignal) {
    const { user, seed, model } = this.#settings;
    if (this.#turns.length === 0) this.#turns.push({ role: "user", content: firstCue });
    const messages: ChatMessage[] = [{ role: "system", content: simulatorPrompt(user) }, ...this.#turns];
    return model().call({ messages, seed }, { signal });
  }
}

/** What a model thinks before it speaks is not for the agent to hear; one that only thinks has said nothing. */
function aloud({ text }: ModelAnswer): string {
  const spoken = withoutThoughts(text);
  return "text" in spoken ? spoken.text : "";
}

/** What the simulator says aloud, and whether it is done. The mark stands at the end or it is a fault. */
export function readLine(text: string): { line: string; stop?: "goal-met" | "gives-up"; broken?: string } {
  const trimmed = text.trim();
  for (const [stop, mark] of Object.entries(stopMarks) as [keyof typeof stopMarks, string][]) {
    const at = trimmed.toLowerCase().indexOf(mark);
    if (at < 0) continue;
    const behind = trimmed.slice(at + mark.length).trim();
    const line = trimmed.slice(0, at).trim();
    return behind === "" ? { line, stop } : { line, stop, broken: `went on after ${mark}` };
  }
  return trimmed === "" ? { line: "", broken: "said nothing and did not stop either" } : { line: trimmed };
}
