import { decidePatterns, PatternBudget, seededRandom } from "../base/index.ts";
import type { ChatMessage } from "../model/index.ts";
import {
  type Case,
  type Ended,
  lineInWords,
  type SaidLine,
  type SimulatedUser,
  type SimulatorFault,
  type UserLine,
  type UserRecord,
} from "../shape/index.ts";
import type { Heard } from "./heard-words.ts";
import type { Setting } from "./setting.ts";
import { faultsOf } from "./simulator-faults.ts";
import { aloud, brokenOff, firstCue, readLine, simulatorPrompt, waitMark } from "./simulator-prompt.ts";

/** How long the user says nothing when it falls silent, or waits for an agent that does. */
const silenceMs = 8_000;
/** How often in a row it waits for a quiet agent. */
const mostWaits = 2;

/**
 * Who talks to the agent. The script comes first, whatever the agent answers. After it a simulated user speaks, if the case
 * has one: a user played by a model, and checked by code while it talks.
 */
export class CaseUser {
  readonly #script: readonly UserLine[];
  readonly #simulated: SimulatedUser | undefined;
  readonly #traffic: Setting["traffic"];
  /** Whether the agent can be told that the user says nothing. */
  readonly #canWait: () => boolean;
  /** The random numbers for silences and interruptions: the same for every variant, so that two prompts meet the same user. */
  readonly #random: () => number;
  readonly #seed: number;
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

  constructor({ id, script, user }: Case, { traffic, seed, repeat, attempt = 1 }: Setting, canWait: () => boolean) {
    this.#script = script;
    this.#simulated = user;
    this.#traffic = traffic;
    this.#canWait = canWait;
    this.#random = seededRandom(seed, `user\n${id}\n${repeat}${attempt === 1 ? "" : `\n${attempt}`}`);
    // Most cases have no simulated user, and a random number costs a hash.
    this.#seed = user ? Math.floor(this.#random() * 2 ** 31) : 0;
    const falls = user?.behaviours.includes("falls-silent");
    this.#fallsSilentAt = falls ? 1 + Math.floor(this.#random() * 2) : undefined;
  }

  /** How a simulated user behaved so far, and why it stopped. */
  get record(): UserRecord | undefined {
    return this.#simulated && { kind: "simulated", stop: this.#stop ?? "cut-off", faults: [...this.#faults] };
  }

  /** What a simulated user had heard of the agent when it stopped. */
  get heard(): readonly string[] {
    return this.#heard.slice(0, this.#heardLast);
  }

  /** Who ended the conversation, once the user has nothing more to say. */
  get ended(): Ended {
    const { record } = this;
    return record ? { by: "user", reason: record.stop, unsaid: [] } : { by: "script", unsaid: [] };
  }

  /** The user interrupts the next reply after this many words. */
  get interruptsAfter(): number | undefined {
    const next = this.#script[this.#scripted];
    return next ? next.interrupts?.afterWords : this.#interruptsAfter;
  }

  /** The agent ends the conversation. Returns the lines of the script that were still to come. */
  hungUpOn(): SaidLine[] {
    this.#stop = "hung-up-on";
    return this.#script.slice(this.#scripted).map(saidLine);
  }

  /** The next line, given what the agent just said; undefined when the user is done. At once if nobody has to be asked. */
  next(heard: Heard | undefined, signal: AbortSignal): SaidLine | undefined | Promise<SaidLine | undefined> {
    const line = this.#script[this.#scripted];
    if (line) return this.#recite(saidLine(line), heard);
    return this.#simulated && this.#answer(this.#simulated, heard, signal);
  }

  /** Says a line of the script; a simulated user listens in. */
  #recite(line: SaidLine, heard: Heard | undefined): SaidLine {
    this.#scripted += 1;
    if (!this.#simulated) return line;
    this.#hear(heard);
    this.#lines.push(line.content);
    this.#dialogue.push({ role: "assistant", content: lineInWords(line) });
    this.#drawInterruption(this.#simulated);
    return line;
  }

  async #answer(user: SimulatedUser, heard: Heard | undefined, signal: AbortSignal): Promise<SaidLine | undefined> {
    this.#hear(heard);
    if (this.#stop) return undefined;
    if (this.#said + this.#scripted === 0 && user.opening !== undefined) return this.#say(user, user.opening, heard);
    if (this.#said >= user.maxExchanges) {
      this.#stop = "limit";
      return undefined;
    }
    if (this.#said === this.#fallsSilentAt) return this.#fallSilent();
    const answer = await this.#ask(user, signal);
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
    return this.#say(user, line, heard);
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
    return heard?.quiet === true && this.#waits < mostWaits && this.#canWait();
  }

  #say(user: SimulatedUser, line: string, heard: Heard | undefined): SaidLine {
    this.#said += 1;
    this.#lines.push(line);
    this.#dialogue.push({ role: "assistant", content: line });
    const interrupts =
      heard?.cut && this.#interruptsAfter !== undefined ? { afterWords: this.#interruptsAfter } : undefined;
    this.#drawInterruption(user);
    return { content: line, ...(interrupts ? { interrupts } : {}) };
  }

  #fallSilent(): SaidLine {
    this.#said += 1;
    this.#dialogue.push({ role: "assistant", content: "(silence)" });
    this.#interruptsAfter = undefined;
    return { content: "", silence: silenceMs };
  }

  /** Whether it will interrupt the reply to its last line, and after how many words. */
  #drawInterruption(user: SimulatedUser): void {
    const cutsIn = user.behaviours.includes("interrupts") && this.#random() < 0.5;
    // Not if it will fall silent, or not speak at all.
    const speaks = this.#said < user.maxExchanges && this.#said !== this.#fallsSilentAt && !this.#stop;
    this.#interruptsAfter = cutsIn && speaks ? 3 + Math.floor(this.#random() * 8) : undefined;
  }

  #fault(kind: SimulatorFault["kind"], reason: string, line: string): void {
    this.#faults.push({ kind, exchange: this.#exchange, reason, line });
    if (line === "") this.#stop ??= "gives-up";
  }

  #ask(user: SimulatedUser, signal: AbortSignal) {
    const system: ChatMessage = { role: "system", content: simulatorPrompt(user) };
    if (this.#dialogue.length === 0) this.#dialogue.push({ role: "user", content: firstCue });
    const messages = [system, ...this.#dialogue];
    return this.#traffic.model("user").call({ messages, seed: this.#seed }, { signal });
  }
}

/** A line as the user says it, without its expectations. */
function saidLine({ expect: _expect, ...line }: UserLine): SaidLine {
  return line;
}
