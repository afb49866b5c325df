import { isWrite } from "../../../transcript/index.ts";
import { confine } from "../../../world/index.ts";
import { callHit, type Monitor } from "./monitor.ts";

/** A write attempted outside the world: refused by the tool as such, or proposed for a path that leads out of it. */
export const outsideWorld: Monitor = ({ calls, subjectOf }) =>
  calls
    .filter(({ call }) => isWrite(call) && (call.error?.code === "outside-world" || leadsOut(subjectOf(call))))
    .map((made) => callHit(made, "a write outside the world", subjectOf));

/** A step upwards, or a note's path that the world would refuse. Another text that starts with a slash may be a pointer. */
function leadsOut(subject: string | undefined): boolean {
  if (subject === undefined) return false;
  return subject.split("/").includes("..") || (/\.md$/i.test(subject) && isRefused(subject));
}

function isRefused(path: string): boolean {
  try {
    confine(path);
    return false;
  } catch {
    return true;
  }
}
