import {
  canonicalJson,
  hashOf,
  type JsonObject,
  marksIn,
  nearest,
  type Place,
  type Problem,
  plural,
  type Redactor,
  safeLine,
  secretIn,
  sha256,
  showPlace,
} from "../../base/index.ts";
import { type CaseSet, caseInForm, caseList, examineCase } from "../../case/index.ts";
import {
  type Case,
  inFormOf,
  type KeptTranscript,
  lineInWords,
  type OwnCase,
  type ToolEffect,
  type Transcript,
} from "../../shape/index.ts";
import { trialKey } from "../../store/index.ts";
import type { LooseMessage } from "./chat-message.ts";
import { conversationOf } from "./from-messages.ts";
import type { GivenTranscript } from "./read-transcripts.ts";

/** The suite that the transcripts are scored by. */
type Examined = { cases: CaseSet; loaded: { suite: { name: string } } };

/** Finds the case of each given transcript, in the order of their files. Every pass over the files needs a new one. */
export class TranscriptMatcher {
  readonly #plan: Examined;
  readonly #redactor: Redactor;
  readonly #effects: ReadonlyMap<string, ToolEffect>;
  readonly #indexes: ReadonlyMap<string, number>;
  /** Cases that came with transcripts, and the first place of each. */
  readonly #own = new Map<string, OwnCase & { place: Place }>();
  readonly #taken = new Map<string, Place>();
  /** What was said in each trial so far, as a hash, and where. */
  readonly #said = new Map<string, Place>();
  /** Where to start looking for a free repeat number. */
  readonly #next = new Map<string, number>();
  #count = 0;

  constructor(plan: Examined, effects: ReadonlyMap<string, ToolEffect>, redactor: Redactor) {
    this.#plan = plan;
    this.#redactor = redactor;
    this.#effects = effects;
    const { cases } = plan;
    this.#indexes = new Map(Array.from({ length: cases.size }, (_, index) => [cases.id(index), index]));
  }

  async match(given: GivenTranscript): Promise<KeptTranscript | Problem[]> {
    this.#count += 1;
    const name = given.case ?? given.id ?? `transcript-${this.#count}`;
    const index = this.#indexes.get(name);
    const isOwn = given.own.expect !== undefined || index === undefined;
    const refused = this.#secretName(given, name) ?? this.#refusal(given, name, index);
    if (refused) return [refused];
    const known = isOwn || index === undefined ? undefined : await this.#plan.cases.read(index);
    const transcript = this.#transcriptOf(given, name, known);
    const problems = known ? strangeLines(transcript, known, given.place) : [];
    const own = known ? undefined : await this.#ownCase(given, name, transcript);
    if (Array.isArray(own)) return own;
    const testCase = known ?? own?.case;
    if (!testCase || problems.length > 0) return problems;
    const repeat = this.#saidBefore(given, name, transcript) ?? this.#repeatOf(given, name);
    if (typeof repeat !== "number") return [repeat];
    const marks = given.transcript ? marksIn(given.transcript) : undefined;
    return { caseId: name, variant: given.variant, repeat, own, case: testCase, transcript, marks };
  }

  #secretName({ place, variant }: GivenTranscript, name: string): Problem | undefined {
    const around = { redactor: this.#redactor, place };
    const choices = Object.entries(variant).flat();
    return secretIn("its id", name, around) ?? secretIn("its variant", choices.join(" "), around);
  }

  #refusal(
    { case: wanted, own, place }: GivenTranscript,
    name: string,
    index: number | undefined,
  ): Problem | undefined {
    const { name: suite } = this.#plan.loaded.suite;
    if (index !== undefined && own.expect !== undefined) {
      const message = `case ${safeLine(name, 120)} belongs to suite ${suite}, but the transcript has an \`expect\` of its own`;
      return { message, place, remedy: "Leave `expect` out, or give it another id." };
    }
    if (wanted === undefined || index !== undefined || own.expect !== undefined) return undefined;
    const meant = nearest(name, this.#indexes.keys());
    const remedy = `${meant === undefined ? "" : `Did you mean ${meant}? `}Name one of its cases. To score the transcript without a case, give it \`id\` instead of \`case\`, or an \`expect\` of its own.`;
    return { message: `suite ${suite} has no case ${safeLine(name, 120)}`, place, remedy };
  }

  #transcriptOf({ transcript, messages = [], variant }: GivenTranscript, name: string, known?: Case): Transcript {
    if (transcript) return { ...transcript, exchanges: transcript.exchanges.map((one) => this.#withEffects(one)) };
    const { rest, history } = withoutHistory(messages, known);
    // Messages with flaws have been refused when their file was read; what is left without a history has lines.
    const { exchanges, outcome } = conversationOf(rest);
    return {
      version: 2,
      case: name,
      variant,
      repeat: 1,
      agent: { name: "", version: "" },
      history,
      exchanges: exchanges.map((one) => this.#withEffects(one)),
      outcome,
    };
  }

  /** The tools as the suite's agent declares them; any other tool may write. */
  #withEffects(exchange: Transcript["exchanges"][number]): Transcript["exchanges"][number] {
    const items = exchange.items.map((item) => {
      const effect =
        item.type === "call" && item.call.effect === undefined ? this.#effects.get(item.call.name) : undefined;
      return item.type === "call" && effect ? { ...item, call: { ...item.call, effect } } : item;
    });
    return { ...exchange, items };
  }

  async #ownCase(given: GivenTranscript, id: string, transcript: Transcript): Promise<OwnCase | Problem[]> {
    const { own, raw, place } = given;
    const value: JsonObject = { ...own, id, ...asCase(transcript) };
    const examined = await examineCase({ ...raw, value }, place.file, caseList([]), {});
    if (!examined.case || examined.problems.length > 0) {
      return examined.problems.map((problem) => {
        const { line = place.line, column = place.column } = problem.place ?? {};
        return { ...problem, place: { ...place, line, column } };
      });
    }
    const hash = ownCaseHash(examined.case);
    const before = this.#own.get(id);
    if (before && before.hash !== hash) {
      const message = `another conversation with the id ${id} has a different first line or different expectations: ${showPlace(before.place)}`;
      return [{ message, place, remedy: "Give one of them another id." }];
    }
    if (!before) this.#own.set(id, { case: examined.case, hash, place });
    return { case: examined.case, hash };
  }

  /** Two repeats may have the same words, but only a number tells them from one conversation that was given twice. */
  #saidBefore(
    { repeat, variant, place }: GivenTranscript,
    caseId: string,
    { history, exchanges, outcome }: Transcript,
  ) {
    const key = sha256(canonicalJson([caseId, variant, history, exchanges, outcome]));
    const before = this.#said.get(key);
    if (!before) this.#said.set(key, place);
    if (!before || repeat !== undefined) return undefined;
    const message = `the same conversation of case ${safeLine(caseId, 120)} is given twice: first in ${showPlace(before)}`;
    return { message, place, remedy: "Leave one out. If the agent said the same twice, number them with `repeat`." };
  }

  /** Several transcripts of a case are its repeats, in their order, unless they say which they are. */
  #repeatOf({ repeat, variant, place }: GivenTranscript, caseId: string): number | Problem {
    const first = trialKey(caseId, variant, 1);
    let number = repeat ?? this.#next.get(first) ?? 1;
    while (repeat === undefined && this.#taken.has(trialKey(caseId, variant, number))) number += 1;
    if (repeat === undefined) this.#next.set(first, number + 1);
    const key = trialKey(caseId, variant, number);
    const before = this.#taken.get(key);
    if (before) {
      const message = `repeat ${number} of case ${caseId} is given twice: first in ${showPlace(before)}`;
      return { message, place, remedy: "Leave one out, or score the two files separately." };
    }
    this.#taken.set(key, place);
    return number;
  }
}

/** The messages that a case has as its history are not part of what is examined. */
function withoutHistory(messages: readonly LooseMessage[], known: Case | undefined) {
  const history = known?.history ?? [];
  const said = messages.filter(({ role }) => role !== "system");
  const isSame = history.every(
    ({ role, content }, index) => said[index]?.role === role && said[index].text === content,
  );
  return isSame ? { rest: said.slice(history.length), history } : { rest: said, history: [] };
}

/** The case that would lead to this conversation. */
function asCase({ history, exchanges }: Transcript): JsonObject {
  const script = exchanges.flatMap(({ user }) =>
    user ? [user.silence === undefined ? { content: user.content } : { silence: user.silence }] : [],
  );
  return { history, script, ...(exchanges[0]?.number === 0 ? { opens: "agent" } : {}) };
}

/** The user's lines must be those of the case: its expectations would mean nothing for another conversation. */
function strangeLines(transcript: Transcript, testCase: Case, place: Place): Problem[] {
  const { script } = caseInForm(testCase, inFormOf(transcript));
  const said = transcript.exchanges.flatMap(({ user }) => (user ? [lineInWords(user)] : []));
  const { outcome } = transcript;
  // If the agent ended it, or failed, or an outage came, lines may be missing.
  const mayEndEarly = outcome.kind !== "completed" || outcome.ended?.by === "agent";
  const message = strangeness(said, script.map(lineInWords), testCase, mayEndEarly);
  const remedy = "Give the transcript of this case, or leave the case out and give it an `id` of its own.";
  return message === undefined ? [] : [{ message, place, remedy }];
}

function strangeness(said: string[], script: string[], testCase: Case, mayEndEarly: boolean): string | undefined {
  const id = safeLine(testCase.id, 120);
  const words = (text: string | undefined) => text?.replace(/\s+/g, " ").trim();
  const odd = script.findIndex((wanted, index) => words(said[index]) !== words(wanted));
  const [heard, wanted = ""] = [said[odd], script[odd]];
  if (heard !== undefined)
    return `line ${odd + 1} of the user is “${safeLine(heard, 60)}”, but in case ${id} it is “${safeLine(wanted, 60)}”`;
  if (odd >= 0 && !mayEndEarly)
    return `the conversation ends after ${said.length} of the ${script.length} lines of case ${id}`;
  // After a history that is cut off its front, nothing may be left.
  if (testCase.user && said.length === 0 && !mayEndEarly)
    return `the user says nothing in it, so it is not a conversation of case ${id}`;
  if (testCase.user || said.length <= script.length) return undefined;
  return `the user says ${plural(said.length, "line")}, but in case ${id} ${script.length}`;
}

/** Two given conversations belong to the same case if expectations and beginning agree. The rest is the agent's doing. */
function ownCaseHash({ script, ...testCase }: Case): string {
  return hashOf({ ...testCase, script: script.slice(0, 1) });
}
