import { seededRandom } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import type { Setting } from "./setting.ts";
import { Simulator } from "./simulated-user.ts";
import { scriptedUser, type UserSide } from "./user-side.ts";

/** The script, or the simulated user, which is the same for every variant of the case and repeat. */
export function openUser({ id, script, user }: Case, { traffic, seed, repeat, attempt = 1 }: Setting): UserSide {
  if (!user) return scriptedUser(script);
  const random = seededRandom(seed, `user\n${id}\n${repeat}${attempt === 1 ? "" : `\n${attempt}`}`);
  return new Simulator({ user, model: () => traffic.model("user"), seed: Math.floor(random() * 2 ** 31) });
}
