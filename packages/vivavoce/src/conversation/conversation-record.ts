import type { Agent, AgentFailure } from "../agent/index.ts";
import { jsonCopy } from "../base/index.ts";
import type { Case, Exchange, Outcome, SaidLine, Transcript } from "../shape/index.ts";
import { withUnfoundedStop } from "./claimed-goal.ts";
import type { ExchangeScope } from "./exchange-scope.ts";
import { heardItems } from "./heard-words.ts";
import type { Setting } from "./setting.ts";
import type { UserSide } from "./user-side.ts";
import type { WatchedTraffic } from "./watched-traffic.ts";
import type { WatchedWorld } from "./watched-world.ts";

/** Who took part in a conversation. */
interface Parties {
  agent: Agent;
  testCase: Case;
  user: UserSide;
  world: WatchedWorld;
  traffic: WatchedTraffic;
}

/** A finished exchange: what it took and changed, and the recorder of what the agent did in it. */
interface Played {
  scope: ExchangeScope;
  line: SaidLine | undefined;
  spent: Omit<Exchange, "number" | "user" | "items" | "quiet" | "notes">;
}

/** Writes the transcript of one conversation, exchange by exchange. */
export class ConversationRecord {
  readonly #parties: Parties;
  readonly #setting: Setting;
  readonly #played: Played[] = [];
  /** The last exchange. It goes into the transcript once nothing more can come from it. */
  #latest: Omit<Played, "spent"> | undefined;
  #openMs: number | undefined;

  constructor(parties: Parties, setting: Setting) {
    this.#parties = parties;
    this.#setting = setting;
  }

  /** The exchange that is under way, or was last. */
  get latest(): ExchangeScope | undefined {
    return this.#latest?.scope;
  }

  /** The line is left out if the agent speaks first. */
  begin(scope: ExchangeScope, line: SaidLine | undefined): void {
    this.#latest = { scope, line };
    this.#setting.onExchange?.(exchangeOf({ scope, line, spent: { modelCalls: 0 } }));
  }

  /** Nothing more comes from the latest exchange. */
  finish(): void {
    if (!this.#latest) return;
    const { scope, line } = this.#latest;
    this.#latest = undefined;
    const { world, traffic } = this.#parties;
    const effects = world.effects();
    const broken = world.broken();
    const { openMs, ...times } = this.#setting.traffic.timed(scope.timer.times, scope.timer.heldUp);
    this.#openMs ??= openMs;
    const played = {
      scope,
      line,
      spent: {
        ...(effects ? { effects } : {}),
        ...(broken === undefined ? {} : { broken }),
        ...times,
        ...traffic.spent(),
      },
    };
    this.#played.push(played);
    this.#setting.onExchange?.(exchangeOf(played));
  }

  transcript(
    outcome: Outcome,
    { connected, servers }: { connected: boolean } & Pick<Transcript, "servers">,
  ): Transcript {
    const { agent, testCase, user, world, traffic } = this.#parties;
    const whole = world.whole();
    const transcript: Transcript = {
      ...this.#head(),
      ...(this.#openMs === undefined ? {} : { openMs: this.#openMs }),
      ...(connected && !traffic.asked ? { connected: true } : {}),
      // Made only now, so that they include what the agent did late.
      exchanges: this.#played.map(exchangeOf),
      ...(user.record ? { user: user.record } : {}),
      ...(whole ? { world: whole } : {}),
      ...(servers && Object.keys(servers).length > 0 ? { servers } : {}),
      // What broke the conversation may also have broken the world, and says more.
      outcome:
        world.failure === undefined || outcome.kind === "infrastructure" ? outcome : this.#worldFailed(world.failure),
    };
    return withUnfoundedStop(transcript, testCase, agent, user.heard ?? []);
  }

  /** The same in the middle of an exchange that never ends. The world is not asked, because its code may be what hangs. */
  soFar(reason: AgentFailure["reason"], message: string): Transcript {
    const exchanges = this.#played.map(exchangeOf);
    if (this.#latest) {
      const { modelCalls } = this.#parties.traffic.spent();
      exchanges.push(jsonCopy(exchangeOf({ ...this.#latest, spent: { modelCalls } })));
    }
    const exchange = exchanges.at(-1)?.number ?? 1;
    return { ...this.#head(), exchanges, outcome: { kind: "agent-failed", reason, message, exchange } };
  }

  #head(): Pick<Transcript, "version" | "case" | "variant" | "repeat" | "agent" | "history"> {
    const { agent, testCase } = this.#parties;
    const { variant, repeat } = this.#setting;
    return {
      version: 2,
      case: testCase.id,
      variant: { ...variant },
      repeat,
      agent: { name: agent.name, version: agent.version },
      history: testCase.history,
    };
  }

  #worldFailed(message: string): Outcome {
    const last = this.#played.at(-1);
    return { kind: "infrastructure", message, ...(last ? { exchange: last.scope.number } : {}) };
  }
}

function exchangeOf({ scope, line, spent }: Played): Exchange {
  const { number, recorder, interruptedAfter } = scope;
  const { items, notes, quiet } = recorder;
  return {
    number,
    ...(line ? { user: line } : {}),
    items: interruptedAfter === undefined ? items : heardItems(items, interruptedAfter),
    ...(quiet ? { quiet } : {}),
    ...(notes.length === 0 ? {} : { notes }),
    ...spent,
  };
}
