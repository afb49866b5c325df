import { seededRandom } from "../base/index.ts";
import type { Case, SaidLine, UserLine } from "../shape/index.ts";
import type { Setting } from "./setting.ts";
import { Simulator } from "./simulated-user.ts";
import type { UserSide } from "./user-side.ts";

/**
 * The script, and the simulated user, which is the same for every variant of a case and repeat. `canWait` says whether
 * the agent can be told that the user says nothing.
 */
export function openUser(
  { id, script, user }: Case,
  { traffic, seed, repeat, attempt = 1 }: Setting,
  canWait: () => boolean,
): UserSide {
  if (!user) return scriptedUser(script);
  const random = seededRandom(seed, `user\n${id}\n${repeat}${attempt === 1 ? "" : `\n${attempt}`}`);
  const modelSeed = Math.floor(random() * 2 ** 31);
  return scriptedUser(
    script,
    new Simulator({ user, model: () => traffic.model("user"), seed: modelSeed, random, canWait }),
  );
}

/** Says its lines whatever the agent answers. After the last line the simulated user speaks, if there is one. */
function scriptedUser(script: readonly UserLine[], then?: Simulator): UserSide {
  let said = 0;
  return {
    next(heard, signal) {
      const line = script[said];
      if (!line) return then?.next(heard, signal);
      said += 1;
      const spoken = saidLine(line);
      then?.overhear(heard, spoken);
      return spoken;
    },
    get interruptsAfter() {
      const next = script[said];
      return next ? saidLine(next).interrupts?.afterWords : then?.interruptsAfter;
    },
    hungUpOn() {
      then?.hungUpOn();
      return script.slice(said).map(saidLine);
    },
    get ended() {
      return then?.ended ?? { by: "script", unsaid: [] };
    },
    get heard() {
      return then?.heard;
    },
    get record() {
      return then?.record;
    },
  };
}

/** A line as the user says it, without its expectations. */
function saidLine({ expect: _expect, ...line }: UserLine): SaidLine {
  return line;
}
