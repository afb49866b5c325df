import type { AgentFailure } from "../agent/index.ts";
import { jsonCopy } from "../base/index.ts";
import type { Exchange, Outcome, Transcript } from "../shape/index.ts";
import type { CaseUser } from "./case-user.ts";
import { withUnfoundedStop } from "./claimed-goal.ts";
import type { ExchangeScopes } from "./exchange-scopes.ts";
import { heardItems } from "./heard-words.ts";
import { asOutage } from "./outcome-of.ts";
import type { ExchangeScope } from "./running-trial.ts";
import type { Scene } from "./scene.ts";

/** Writes the transcript of one conversation, exchange by exchange. */
export class ConversationRecord {
  readonly #scene: Scene;
  readonly #scopes: ExchangeScopes;
  readonly #user: CaseUser;
  /** The exchange that is under way, or was last. It goes into the transcript once nothing more can come from it. */
  latest: ExchangeScope | undefined;
  #openMs: number | undefined;

  constructor(scene: Scene, scopes: ExchangeScopes, user: CaseUser) {
    this.#scene = scene;
    this.#scopes = scopes;
    this.#user = user;
  }

  begin(scope: ExchangeScope): void {
    this.latest = scope;
    this.#scene.setting.onExchange?.(exchangeOf(scope));
  }

  /** Nothing more comes from the latest exchange. */
  finish(): void {
    const scope = this.latest;
    if (!scope) return;
    this.latest = undefined;
    const { world, traffic, setting } = this.#scene;
    const effects = world.effects();
    const broken = world.broken();
    const { openMs, ...times } = setting.traffic.timed(scope.timer.times, scope.timer.heldUp);
    this.#openMs ??= openMs;
    scope.spent = {
      ...(effects ? { effects } : {}),
      ...(broken === undefined ? {} : { broken }),
      ...times,
      ...traffic.spent(),
    };
    setting.onExchange?.(exchangeOf(scope));
  }

  /** The finished exchanges, with what the agent did in them late. */
  #exchanges(): Exchange[] {
    return this.#scopes.all.filter(({ spent }) => spent).map(exchangeOf);
  }

  transcript(
    outcome: Outcome,
    { connected, servers }: { connected: boolean } & Pick<Transcript, "servers">,
  ): Transcript {
    const { agent, testCase, world, traffic } = this.#scene;
    const user = this.#user;
    const whole = world.whole();
    const transcript: Transcript = {
      ...this.#head(),
      ...(this.#openMs === undefined ? {} : { openMs: this.#openMs }),
      ...(connected && !traffic.asked ? { connected: true } : {}),
      exchanges: this.#exchanges(),
      ...(user.record ? { user: user.record } : {}),
      ...(whole ? { world: whole } : {}),
      ...(servers && Object.keys(servers).length > 0 ? { servers } : {}),
      outcome,
    };
    // What broke the conversation may also have broken the world, and says more.
    if (world.failure !== undefined && outcome.kind !== "infrastructure") return asOutage(transcript, world.failure);
    return withUnfoundedStop(transcript, testCase, agent, user.heard);
  }

  /** The same in the middle of an exchange that never ends. The world is not asked, because its code may be what hangs. */
  soFar(reason: AgentFailure["reason"], message: string): Transcript {
    const exchanges = this.#exchanges();
    if (this.latest) {
      const { modelCalls } = this.#scene.traffic.spent();
      exchanges.push(jsonCopy({ ...exchangeOf(this.latest), modelCalls }));
    }
    const exchange = exchanges.at(-1)?.number ?? 1;
    return { ...this.#head(), exchanges, outcome: { kind: "agent-failed", reason, message, exchange } };
  }

  #head(): Pick<Transcript, "version" | "case" | "variant" | "repeat" | "agent" | "history"> {
    const { agent, testCase, setting } = this.#scene;
    const { variant, repeat } = setting;
    return {
      version: 2,
      case: testCase.id,
      variant: { ...variant },
      repeat,
      agent: { name: agent.name, version: agent.version },
      history: testCase.history,
    };
  }
}

function exchangeOf({ number, line, recorder, interruptedAfter, spent }: ExchangeScope): Exchange {
  const { items, notes, quiet } = recorder;
  return {
    number,
    ...(line ? { user: line } : {}),
    items: interruptedAfter === undefined ? items : heardItems(items, interruptedAfter),
    ...(quiet ? { quiet } : {}),
    ...(notes.length === 0 ? {} : { notes }),
    ...(spent ?? { modelCalls: 0 }),
  };
}
