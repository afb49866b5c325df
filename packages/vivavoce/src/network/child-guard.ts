import { appendFileSync } from "node:fs";
import { getEnvironmentData, isMainThread } from "node:worker_threads";
import { dropProxies, rulesKey } from "./children.ts";
import { closeNetwork } from "./close-network.ts";
import { type ChildRules, closedError } from "./guard.ts";
import { hostList } from "./host-list.ts";

// Loaded first of all in every Node process and worker that code under rules starts.
const given = (isMainThread ? undefined : getEnvironmentData(rulesKey)) ?? process.env[rulesKey];
if (typeof given === "string") {
  const rules = JSON.parse(given) as ChildRules;
  const { allows } = hostList(rules.allow);
  if (isMainThread) dropProxies(process.env);
  closeNetwork({
    allows,
    forChild: () => rules,
    refused(connection) {
      try {
        appendFileSync(rules.report, `${JSON.stringify(connection)}\n`);
      } catch {
        // Nobody reads it any more; the connection is refused all the same.
      }
      return closedError(connection, "this trial is replayed without a network");
    },
  });
}
