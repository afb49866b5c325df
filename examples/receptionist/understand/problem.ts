import { plainLine, plainWords } from "./plain-line.ts";

/** What callers say, and what it is called in the trade. The first that fit are taken, at most two. */
const problems: readonly [RegExp, string][] = [
  [
    /\b(?:bang\w*|rattl\w*|grind\w*|squeal\w*|screech\w*|buzz\w*|humming|clunk\w*|knock(?:s|ing)|noises?|noisy|loud)\b/,
    "noise from the unit",
  ],
  [/\b(?:leak\w*|dripping|puddle|water (?:on|under|all over|everywhere|coming)|flood\w*)\b/, "water leak"],
  [
    /\b(?:blow\w*|pushing|putting out|only|just)(?: \S+){0,3}? (?:warm|hot)\b|\bwarm air\b|\bhot air\b/,
    "blowing warm air",
  ],
  [/\b(?:ice|iced|icing|frozen|froze|frost)\b/, "iced over"],
  [/\b(?:short.cycl\w*|(?:on and off|off and on)|keeps (?:shutting|turning) off)\b/, "short cycling"],
  [/\b(?:weak|low|barely any|hardly any|no) (?:air ?flow|air coming)\b/, "weak airflow"],
  [/\bthermostat\b/, "thermostat trouble"],
  [
    /\b(?:no|without|any|not (?:getting|have)(?: any)?) heat\b|\bnot heat\w*|\bheat(?:er|ing)? (?:is |went |has )?(?:out|off|broken|gone|dead)\b|\bfurnace (?:is |went |has )?(?:out|dead|broken)\b/,
    "no heat",
  ],
  [
    /\bnot (?:be )?(?:cool\w*|keeping up|get(?:ting)? (?:any )?(?:cold|cooler))\b|\bno (?:cold|cool)\b|\bno cooling\b|\b(?:8|9|10)\d degrees\b|\b(?:eighty|ninety)(?:[ -]\w+)? degrees\b/,
    "not cooling",
  ],
  [
    /\b(?:died|dead|dies|quit|stopped|broke|broken|conked out|gave out|gone out|went out|down)\b|\bnot (?:work\w*|run\w*|start\w*|turn(?:ing)? on|com(?:e|ing) on|kick\w*)/,
    "not running",
  ],
  [/\b(?:musty|mildew|mold|moldy|stinks?|dirty socks?)\b/, "musty smell"],
  [/\b(?:tune.?up|maintenance|check.?up|inspection)\b/, "maintenance visit"],
];

/** What somebody says who gives no problem at all. */
const noProblem = /^(?:yes|yeah|yep|yup|no|nope|okay|ok|sure|hello|hi|what|why|huh|pardon|sorry)\b[\s\S]{0,16}$/i;

/**
 * The problem in a line, in the trade's words. `asked`: the caller was asked for it, so that what has no name is taken
 * as it was said.
 */
export function readProblem(line: string, { asked = false }: { asked?: boolean } = {}): string | undefined {
  const words = plainWords(line);
  const found = problems.filter(([pattern]) => pattern.test(words)).map(([, problem]) => problem);
  // Who says what it does wrong has said more than that it does not run.
  const telling = found.length > 1 ? found.filter((problem) => problem !== "not running") : found;
  if (telling.length > 0) return telling.slice(0, 2).join(", ");
  const plain = plainLine(line).replace(/[.!]+$/, "");
  return asked && plain.split(" ").length >= 3 && !noProblem.test(plain) ? plain.slice(0, 120) : undefined;
}
