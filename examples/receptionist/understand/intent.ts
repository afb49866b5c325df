import { readEquipment } from "./equipment.ts";
import { plainWords } from "./plain-line.ts";
import { readProblem } from "./problem.ts";

/** What the caller wants of us; `find`, `move` and `cancel` are about a visit that is already booked. */
export type Intent =
  | { kind: "service" | "follow_up" | "non_service" | "unclear" }
  | { kind: "manage"; action: "find" | "move" | "cancel" };

const visit = "(?:appointment|booking|visit|service call|technician|tech|slot)";
const aboutVisit = new RegExp(`\\b${visit}\\b`);
const cancel = /\bcancel\w*|\bcall off\b/;
const move = /\b(?:reschedul\w*|move|push back|change|postpone|another (?:day|time))\b/;
const find = new RegExp(
  `\\b(?:when|what time|check on|confirm|still coming|on the way)\\b.*\\b${visit}\\b|\\b${visit}\\b.*\\b(?:when|what time|still|coming|on (?:the|his|her|their) way)\\b`,
);
const office =
  /\b(?:invoice|bill(?:ing|ed)?|quote|estimate|refund|receipt|warranty|returning (?:your|a) call|missed (?:your|a) call|supposed to call|was going to call|call(?:ed)? me back|calling back)\b/;
const wrongPlace =
  /\b(?:wrong number|solar|marketing|seo|insurance|survey|hiring|job opening|apply|plumb\w*|toilet|roof\w*|electrician|pool|dishwasher|refrigerator|fridge|washing machine|garage door|pest)\b/;
const wantsService =
  /\b(?:repair|fix\w*|service|serviced|install\w*|replace\w*|(?:send|need|get) (?:someone|somebody|a tech\w*|you)|come (?:out|by|look|take a look)|take a look|look at)\b/;

/** What a first line asks for. */
export function readIntent(line: string): Intent {
  const words = plainWords(line);
  if (aboutVisit.test(words)) {
    if (cancel.test(words)) return { kind: "manage", action: "cancel" };
    if (move.test(words)) return { kind: "manage", action: "move" };
    if (find.test(words)) return { kind: "manage", action: "find" };
  }
  const problem = readProblem(line);
  if (wrongPlace.test(words) && readEquipment(line) === undefined) return { kind: "non_service" };
  if (office.test(words) && problem === undefined) return { kind: "follow_up" };
  if (problem !== undefined || readEquipment(line) !== undefined || wantsService.test(words))
    return { kind: "service" };
  return { kind: "unclear" };
}
