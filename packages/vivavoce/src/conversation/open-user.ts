import { seededRandom } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import { scriptedUser } from "./scripted-user.ts";
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
