import type { UserLine } from "../case/index.ts";
import type { SaidLine } from "../transcript/index.ts";
import type { Simulator } from "./simulated-user.ts";
import type { UserSide } from "./user-side.ts";

/** Says its lines whatever the agent answers. After the last line the simulated user speaks, if there is one. */
export function scriptedUser(script: readonly UserLine[], then?: Simulator): UserSide {
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
    get record() {
      return then?.record;
    },
  };
}

/** A line as the user says it, without its expectations. */
function saidLine({ expect: _expect, ...line }: UserLine): SaidLine {
  return line;
}
