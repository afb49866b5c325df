import { appendFileSync } from "node:fs";
import type { RefusedHosts } from "../base/index.ts";
import { rulesOfStart } from "./children.ts";
import { closeNetwork } from "./close-network.ts";
import { connectionError } from "./guard.ts";
import { hostList } from "./host-list.ts";

// Loaded first in every Node process and worker that code under network rules starts.
const rules = rulesOfStart();
if (rules) {
  const allows = rules.refuse ? allBut(rules.refuse) : hostList(rules.allow).allows;
  closeNetwork({
    allows,
    forChild: () => rules,
    refused(connection) {
      try {
        appendFileSync(rules.report, `${JSON.stringify(connection)}\n`);
      } catch {
        // Nobody reads the report any more; the connection is still refused.
      }
      const why = rules.refuse
        ? "a model answers there, and Viva would not see the call"
        : "this trial is replayed without a network";
      return connectionError(connection, why, Error);
    },
  });
}

/** Looking up a name is harmless: the connection's target counts. */
function allBut({ hosts, pattern, except }: RefusedHosts) {
  const [refused, passed] = [hostList(hosts), hostList(except)];
  const family = new RegExp(pattern, "i");
  return (host: string, port: number | undefined) =>
    port === undefined || passed.allows(host, port) || !(refused.allows(host, port) || family.test(host));
}
