import { decidePatterns, PatternBudget, type Random, safeLine } from "../base/index.ts";
import { type ChatMessage, type Model, type ModelAnswer, withoutThoughts } from "../model/index.ts";
import {
  type Ended,
  lineInWords,
  type SaidLine,
  type SimulatedUser,
  type SimulatorFault,
  type UserRecord,
} from "../shape/index.ts";
import { faultsOf } from "./simulator-faults.ts";
import { firstCue, simulatorPrompt, stopMarks, waitMark } from "./simulator-prompt.ts";
import type { Heard, UserSide } from "./user-side.ts";

interface SimulatorSettings {
  user: SimulatedUser;
  model(): Model;
  /** The same for every variant of a case, so that two prompts meet the same user. */
  seed: number;
  /** The random numbers for silences and interruptions. */
  random: Random;
  /** Whether the agent can be told that the user says nothing. */
  canWait(): boolean;
}

/** How long the user says nothing when it falls silent, or waits for an agent that does. */
const silenceMs = 8_000;
/** How often in a row it waits for a quiet agent. */
const mostWaits = 2;

/** A user played by a model and checked by code while it talks. */
export class Simulator implements UserSide {
  readonly #settings: SimulatorSettings;
  /** The conversation from the user's side: its own lines are the assistant's messages, the agent's are the user's. */
  readonly #dialogue: ChatMessage[] = [];
  readonly #heard: string[] = [];
  readonly #faults: SimulatorFault[] = [];
  readonly #patterns = new PatternBudget();
  /** All that was said on the user's side, by the script too. */
  readonly #lines: string[] = [];
  /** Lines of the script, and its own. */
  #scripted = 0;
  #said = 0;
  #waits = 0;
  /** The line before which it falls silent. */
  readonly #fallsSilentAt: number | undefined;
  #interruptsAfter: number | undefined;
  #stop: UserRecord["stop"] | undefined;
  /** How many replies it had heard when it stopped. */
  #heardLast: number | undefined;

  constructor(settings: SimulatorSettings) {
    this.#settings = settings;
    const falls = settings.user.behaviours.includes("falls-silent");
    this.#fallsSilentAt = falls ? 1 + Math.floor(settings.random() * 2) : undefined;
  }

  /** How it behaved and why it stopped. */
  get record(): UserRecord {
    return { kind: "simulated", stop: this.#stop ?? "cut-off", faults: [...this.#faults] };
  }

  get heard(): readonly string[] {
    return this.#heard.slice(0, this.#heardLast);
  }

  get ended(): Ended {
    return { by: "user", reason: this.record.stop, unsaid: [] };
  }

  get interruptsAfter(): number | undefined {
    return this.#interruptsAfter;
  }

  hungUpOn(): SaidLine[] {
    this.#stop = "hung-up-on";
    return [];
  }

  /** Listens in while the script is spoken. */
  overhear(heard: Heard | undefined, line: SaidLine): void {
    this.#hear(heard);
    this.#scripted += 1;
    this.#lines.push(line.content);
    this.#dialogue.push({ role: "assistant", content: lineInWords(line) });
    this.#drawInterruption();
  }

  async next(heard: Heard | undefined, signal: AbortSignal): Promise<SaidLine | undefined> {
    const { user } = this.#settings;
    this.#hear(heard);
    if (this.#stop) return undefined;
    if (this.#said + this.#scripted === 0 && user.opening !== undefined) return this.#say(user.opening, heard);
    if (this.#said >= user.maxExchanges) {
      this.#stop = "limit";
      return undefined;
    }
    if (this.#said === this.#fallsSilentAt) return this.#fallSilent();
    const answer = await this.#ask(signal);
    const unusable = brokenOff(answer);
    if (unusable) {
      this.#faults.push({ ...unusable, exchange: this.#exchange, line: aloud(answer) });
      this.#stop = "gives-up";
      return undefined;
    }
    const text = aloud(answer);
    if (text.trim() === waitMark && this.#mayWait(heard)) {
      this.#waits += 1;
      return this.#fallSilent();
    }
    this.#waits = 0;
    const { line, stop, broken } = readLine(text);
    // Otherwise an empty conversation would be scored as if the agent had had its chance.
    const isFirst = this.#said + this.#scripted === 0;
    const rule = broken ?? (line === "" && stop && isFirst ? "stopped before it said anything" : undefined);
    if (rule) this.#fault("broke-stop-rule", rule, line);
    this.#stop = stop ?? this.#stop;
    this.#heardLast = this.#heard.length;
    if (line === "") return undefined;
    const turn = { exchange: this.#exchange, line, heard: this.#heard, said: this.#lines, isLast: stop !== undefined };
    const { result: faults } = await decidePatterns(this.#patterns, () => faultsOf(user, turn));
    this.#faults.push(...faults);
    return this.#say(line, heard);
  }

  /** The number of the exchange that the next line starts. */
  get #exchange(): number {
    return this.#scripted + this.#said + 1;
  }

  #hear(heard: Heard | undefined): void {
    if (!heard) return;
    this.#heard.push(heard.text);
    const offer = this.#mayWait(heard) ? ` To wait and say nothing either, write ${waitMark} and nothing else.` : "";
    const content = heard.quiet
      ? `(silence)${offer}`
      : heard.cut
        ? `${heard.text} … (You cut in here and heard no more.)`
        : heard.text;
    this.#dialogue.push({ role: "user", content });
  }

  #mayWait(heard: Heard | undefined): boolean {
    return heard?.quiet === true && this.#waits < mostWaits && this.#settings.canWait();
  }

  #say(line: string, heard: Heard | undefined): SaidLine {
    this.#said += 1;
    this.#lines.push(line);
    this.#dialogue.push({ role: "assistant", content: line });
    const interrupts =
      heard?.cut && this.#interruptsAfter !== undefined ? { afterWords: this.#interruptsAfter } : undefined;
    this.#drawInterruption();
    return { content: line, ...(interrupts ? { interrupts } : {}) };
  }

  #fallSilent(): SaidLine {
    this.#said += 1;
    this.#dialogue.push({ role: "assistant", content: "(silence)" });
    this.#interruptsAfter = undefined;
    return { content: "", silence: silenceMs };
  }

  /** Whether it will interrupt the reply to its last line, and after how many words. */
  #drawInterruption(): void {
    const { user, random } = this.#settings;
    const cutsIn = user.behaviours.includes("interrupts") && random() < 0.5;
    // Not if it will fall silent, or not speak at all.
    const speaks = this.#said < user.maxExchanges && this.#said !== this.#fallsSilentAt && !this.#stop;
    this.#interruptsAfter = cutsIn && speaks ? 3 + Math.floor(random() * 8) : undefined;
  }

  #fault(kind: SimulatorFault["kind"], reason: string, line: string): void {
    this.#faults.push({ kind, exchange: this.#exchange, reason, line });
    if (line === "") this.#stop ??= "gives-up";
  }

  #ask(signal: AbortSignal) {
    const system: ChatMessage = { role: "system", content: simulatorPrompt(this.#settings.user) };
    if (this.#dialogue.length === 0) this.#dialogue.push({ role: "user", content: firstCue });
    const messages = [system, ...this.#dialogue];
    return this.#settings.model().call({ messages, seed: this.#settings.seed }, { signal });
  }
}

/** Why an answer is not a line that somebody wanted to say: the server cut or filtered it, or the model refused. */
function brokenOff({ finish, text }: ModelAnswer): Pick<SimulatorFault, "kind" | "reason"> | undefined {
  if (finish === "length")
    return { kind: "broke-stop-rule", reason: "its line was cut off at the limit of its length" };
  if (finish !== "content-filter") return undefined;
  return { kind: "spoke-like-assistant", reason: `refused, or was filtered: “${safeLine(text, 80)}”` };
}

/** The agent does not hear what the model thinks. A model that only thinks has said nothing. */
function aloud({ text }: ModelAnswer): string {
  const spoken = withoutThoughts(text);
  return "text" in spoken ? spoken.text : "";
}

/** What the simulator says aloud, and whether it is done. The mark must come last, otherwise it is a fault. */
export function readLine(text: string): { line: string; stop?: "goal-met" | "gives-up"; broken?: string } {
  const trimmed = text.trim();
  if (trimmed.includes(waitMark)) {
    return { line: trimmed.replaceAll(waitMark, "").trim(), broken: `wrote ${waitMark} when it should speak or stop` };
  }
  for (const [stop, mark] of Object.entries(stopMarks) as [keyof typeof stopMarks, string][]) {
    const at = trimmed.toLowerCase().indexOf(mark);
    if (at < 0) continue;
    const behind = trimmed.slice(at + mark.length).trim();
    const line = trimmed.slice(0, at).trim();
    return behind === "" ? { line, stop } : { line, stop, broken: `went on after ${mark}` };
  }
  return trimmed === "" ? { line: "", broken: "said nothing and did not stop either" } : { line: trimmed };
}
