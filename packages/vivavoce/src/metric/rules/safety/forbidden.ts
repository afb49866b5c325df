import { isWrite } from "../../../shape/index.ts";
import { matchesGlob, placesOf } from "../../../world/index.ts";
import type { MadeCall } from "../../evidence.ts";
import { callHit, effectHit, type Hit, type Monitor, stretchesOf, type WatchedTrial } from "./monitor.ts";

type Rule = WatchedTrial["forbid"][number];

/**
 * A forbidden effect: a call of a forbidden tool, or a write to a forbidden note; if a rule names both, a call of that
 * tool on that note. A note may be a glob. A change of a forbidden note counts even if no recorded call explains it.
 */
export const forbidden: Monitor = (watched) =>
  watched.forbid.flatMap((rule) => {
    const calls = watched.calls.filter((made) => breaks(rule, made, watched));
    const hits = calls.map((made) => callHit(made, "which is forbidden", watched.subjectOf));
    return hits.length > 0 || rule.tool !== undefined ? hits : changes(rule, watched);
  });

function breaks({ tool, note }: Rule, { call }: MadeCall, { subjectsOf }: WatchedTrial): boolean {
  const toolFits = tool === undefined ? isWrite(call) : call.name === tool;
  return toolFits && (note === undefined || subjectsOf(call).some((subject) => matchesGlob(subject, note)));
}

function changes({ note }: Rule, { transcript, calls }: WatchedTrial): Hit[] {
  return stretchesOf(transcript, calls).flatMap(({ exchange, effects = [] }) =>
    effects
      .filter((effect) => note === undefined || placesOf(effect).some((place) => matchesGlob(place, note)))
      .map((effect) => effectHit(exchange, effect, "which is forbidden")),
  );
}
