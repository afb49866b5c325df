import { replyItems } from "../../../judge/index.ts";
import { refuseUnknownOptions } from "../../known-options.ts";
import { skipped } from "../../result.ts";
import type { Metric } from "../../types.ts";
import { judgedMetric } from "../judged-metric.ts";
import { judgedOptions } from "../options.ts";
import { itemsOr, nothingDone, noWords } from "../or-skip.ts";
import { checkGiven } from "./given.ts";
import { noRole, type RoleOptions, roleFacts, roleOf } from "./role.ts";

/**
 * Whether each reply is one that the agent's role would give. Value: replies in role / replies. Skipped if no role
 * is given. One judge call.
 *
 * @example roleAdherence({ role: "A patient coach who asks before it advises and never jokes." })
 */
export function roleAdherence({ name = "roleAdherence", role, ...options }: RoleOptions = {}): Metric {
  refuseUnknownOptions<RoleOptions>("roleAdherence", { role, ...options }, { ...judgedOptions, role: "text" });
  checkGiven(name, { role });
  return judgedMetric({
    name,
    ...options,
    instructions:
      'Each item is a reply of the agent. Decide whether it keeps to the role that the given fact "role" describes: what someone in that role would say, in the tone and within the bounds that it sets. What the role leaves open is free. Whether the reply is right or helpful does not matter here.',
    menu: [
      { verdict: "in role", meaning: "nothing in the reply goes against the role", value: 1, evidence: "optional" },
      { verdict: "out of role", meaning: "something in the reply goes against the role", value: 0 },
    ],
    sources: ["reply", "call"],
    facts: (_transcript, testCase) => roleFacts(testCase, role),
    items(transcript, testCase) {
      if (roleOf(testCase, role) === undefined) return skipped(noRole(name));
      return itemsOr(noWords(transcript) ?? nothingDone, replyItems(transcript));
    },
    parts: { role },
  });
}
