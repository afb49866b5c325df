import { findPattern } from "../../../base/index.ts";

/** Hazards, each with how callers put it, in small letters with "not" written out. */
type HazardSigns = Readonly<Record<string, readonly RegExp[]>>;

/** An appliance is not a danger by itself ("the gas heater runs"), nor is a detector that is only there. */
export const hazardSigns: HazardSigns = {
  "gas smell": [
    /\b(?:smell|stink|stench|reek|whiff|odou?r|leak|hiss)\w*(?: \S+){0,6}? (?:gas|propane)\b(?! (?:heater|furnace|stove|range|oven|bill|company|unit|boiler|grill|powered|fired|water|station|tank)\b)/,
    /\b(?:there(?:'s| is)|(?:full of|filled with)) (?:some |so much |a lot of )?(?:natural )?(?:gas|propane)\b(?! (?:heater|furnace|stove|range|oven|bill|company|unit|boiler|grill|line|meter|log|fire))|\bgas (?:in|all over|throughout) (?:the|my|our) (?:air|house|home|kitchen|basement|building|room)\b|\bsmell\w*(?: \S+)? gassy\b|\bgassy smell/,
    /\b(?:gas|propane)(?:[ -]is|(?: that)? (?:i|we)(?: can)?)?[ -](?:smell|odou?r|leak|fume|escap|hiss)\w*(?! (?:detector|test|check|inspection))/,
    /\brotten[- ]eggs?\b|\bsul(?:f|ph)ur\b/,
  ],
  "carbon monoxide": [
    /(?<!\b(?:burglar|security|car|clock|phone) )\b(?:alarm|detector|monitor)s?\b(?:'s)?(?: \S+){0,3}? (?:go(?:ing|es)? off|went off|(?:keeps |is )going\b|(?:show|read|say|display)\w* (?:\d+|high|co\b|carbon)|(?:beep|chirp|sound|ring|scream|blar|tripp)\w*)/,
    /\b(?:carbon monoxide|co)\b(?: \S+){0,2}? (?:leak|poison|reading|level)\w*|\b(?:says?|there(?:'s| is)|have) (?:carbon monoxide|co)\b(?! (?:detector|alarm|monitor|sensor)s?\b)|\bcarbon monoxide in\b/,
  ],
  smoke: [
    /(?<!\b(?:i|we|he|she|they|not) )\bsmok(?:es?|ing|e?y)\b(?![ -](?:detector|alarm|hot|break|free|test)\b)/,
    /\bburn(?:ing|t) (?:smell|odou?r|plastic|rubber|wir\w*)|\bsmell\w*(?: \S+){0,3}? burn(?:ing|t)\b/,
  ],
  fire: [
    /\b(?:on|caught|a|the|small|electrical|kitchen|grease) fire\b(?! (?:up|place|pit|department|alarm|extinguisher|drill))/,
    /\bfire(?: (?:coming|burning|spreading|in (?:the|my|our)\b))|\b(?:house|see|it's|it is) fire\b(?! (?:place|pit|department|alarm|extinguisher|drill))|^fire$|\bablaze\b/,
    /\bflames\b|\b(?:something|house|kitchen|furnace|unit|heater|wall|ceiling|outlet)(?:'s| is) burning\b(?! (?:gas|oil|wood|fuel|propane|a lot))/,
  ],
  sparks: [/\bspark(?:s|ing|ed|y)?\b(?! plug)|\barcing\b/],
  "water near electricity": [
    /\b(?:water|flood\w*|leak\w*|drip\w*|pour\w*)\b(?:'s)?(?: \S+){0,6}? (?:near|by|on(?:to)?|in(?:to)?|over|around|under|at|through|next to)(?: \S+){0,3}? (?:outlets?|sockets?|breakers?|fuse ?box|wires?|wiring|electric(?:al|ity)|electrics)\b/,
    /\b(?:outlet|socket|breaker|fuse ?box|wiring|panel|breaker box)s?(?: \S+){0,3}? (?:in water|under ?water|flooded|full of water|wet|soaked)\b/,
  ],
};

const negator = "(?:no|not|never|none|nothing|nobody|without|neither|nor|zero)";
/** Words over which a "no" carries on to the hazard. A subject is none of them: "no I smell gas" does not deny it. */
const carrying =
  "(?:any|a|an|the|of|or|and|nor|no|not|like|kind|sort|signs?|odd|strange|weird|funny|bad|smell\\w*|odou?rs?|gas|smok(?:e|ing)|spark\\w*|fire|flames|burning|carbon|monoxide|co|alarms?|detectors?|going|off|beeping|see|hear|notice|detect|seen|heard|noticed|there|here|at|all|in|house|even|really|actually|either|is|are|was|been|(?:think|believe|feel|say) (?:i|we|there|it)(?:'s)?)";
const denied = new RegExp(`\\b${negator}(?:,? ${carrying})*\\s*$`);
/** An alarm that will not stop is going off. */
const deniedInside = new RegExp(`\\b${negator}\\b(?! (?:stop|quit)\\b)`);
/** "I'm not sure why it smells like gas" leaves no doubt that it does. */
const doubted =
  /\b(?:not (?:sure|know|tell|say)|hard to (?:tell|say)|no idea)\b(?! (?:why|where|when|who|how long|what(?:'s| is| to| this| that| causes?))\b)(?: (?!(?:because|since|and|but|so|though)\b)\S+){0,4}\s*$|\b(?:if|in case|whenever|used to)\b(?: (?!(?:because|since|but|so|though)\b)\S+){0,8}\s*$/;
const over =
  /^(?: (?:that|it|they|we|is|was|were|has|have|had|been|got|all|just|now|already|finally|in|at|from|the|a|my|our|here|house|home|kitchen|basement|garage|smell|leak|odou?r|alarm|one|two|three|few|some|many|several|\d+|seems?|to|be|off))* (?:gone|went away|cleared|stopped|fixed|repaired|(?:years?|months?) ago|last (?:week|month|year|summer|winter)|yesterday)\b/;
const goesOn = /\b(?:still|again|back|keeps?|start\w*|beg[au]n|ever since)\b/;
/** What is said of the hazard in another part of the line: "I never smelled gas before, but I do now". */
const confirmed =
  /\bnow it(?:'s| is) back\b|\bbut (?:now )?(?:i|we|it|there|you|she|he)(?: sure| just| really)* (?:do|does|did|can|is|am|have)(?: it)?(?: now| today| tonight| this time)*$|\b(?:before|until|till) (?:now|today|tonight|this (?:morning|week|afternoon|evening))\b|(?<!\b(?:if|when|case|that|whenever) )\b(?:i|we|they|he|she|wife|husband|kids?|sons?|daughter|mother|mom|dad|neighbou?rs?|tenants?|roommate|partner|you|everyone)(?: (?!not\b|never\b|no\b|used\b|if\b)\w+){0,2} (?:smell\w* (?:it|that|some)|(?:see|hear)s? (?:it|some|them)(?: right)? now)\b/;
/** "I have never smelled gas like this", "I do not like the smell" deny nothing. */
const noDenial = /\bdo(?:es)? not (?:like|want|care for)\b/;
const compared = /^(?: \S+){0,2} (?:like|as) (?:this|that)\b|^(?: \S+)? (?:this|so|that) (?:strong|bad|much)\b/;
const asks =
  /^(?:does|do|is|are|could|can|would|might|any)\b(?!.*\b(?:that|gas|smoke|fire|sparks) i (?:can )?(?:smell|see|hear))(?! (?:it|that|this) (?:normal|okay|ok|safe|bad|dangerous))/;
const denial = /\b(?:no|nope|nah|none|nothing|not|neither)\b/;
const yes =
  /^(?:(?:uh|um|oh|well|so)\W+)*(?:yes|yeah|yep|yup|uh-?huh|absolutely|definitely|certainly|correct|for sure|i think so|a lot\b|(?:it's |it is )?(?:very|really) strong|(?:i|we|it) do(?:es)?\b(?! not)|there (?:is|are)\b(?! not?\b)|a (?:little|bit)\b)/;

const takenBack = /\b(?:not any ?more|not now|i mean no|actually no|but no)\b/;

/** In small letters on one line, with straight apostrophes and with "not" wherever it hides: "don't" reads "do not". */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘ʼ]/g, "'")
    .replace(/\bcan'?t\b|\bcannot\b/g, "can not")
    .replace(/\bwon'?t\b/g, "will not")
    .replace(/\b(do|does|did|is|are|was|were|have|has|had|could|would|should|need)n'?t\b/g, "$1 not")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * The hazards that a caller names, in a line that may be a yes to a question about them. What is denied is left out;
 * `unsure` are those that are asked, doubted, supposed or over. When in doubt they are present: a caller who is sent
 * outside for nothing is better off than the other one.
 */
export function readHazards(said: string, question: string, signs: HazardSigns): Map<string, "present" | "unsure"> {
  const line = plainWords(said);
  const clauses = Array.from(line.matchAll(/([^.,;:!?]+)([.,;:!?]*)/g), ([, text = "", mark = ""]) => ({
    text: text.trim(),
    isAsked:
      mark.includes("?") &&
      (asks.test(text.trim()) ||
        (text.trim().split(" ").length < 5 && !/\b(?:i|we) (?:can )?(?:smell|see|hear)\b/.test(text))),
  }));
  const kindsOf = (sign: RegExp) =>
    clauses.flatMap(({ text, isAsked }, index) => {
      if (isAsked && clauses.slice(index + 1).some((later) => denial.test(later.text))) return [];
      // A denial is carried on by "or": "no gas, or smoke".
      const isCarried =
        /^(?:or|nor|and no)\b/.test(text) || (/ or /.test(text) && !/\b(?:i|we|it|there|but)\b/.test(text));
      const before = isCarried ? `${clauses[index - 1]?.text} ` : "";
      return placesOf(sign, text).map(({ index, end }) => {
        const kind = kindOf(before + text.slice(0, index), text.slice(index, end), text.slice(end));
        return isAsked && kind === "present" ? "unsure" : kind;
      });
    });
  const isConfirmed = clauses.some(({ text }) => confirmed.test(text));
  const found = new Map<string, "present" | "unsure">();
  for (const [hazard, ways] of Object.entries(signs)) {
    const isIn = (text: string) => ways.some((sign) => placesOf(sign, text).length > 0);
    const isAnswered = yes.test(line) && isIn(plainWords(question));
    const kinds = [
      ...(isAnswered ? [takenBack.test(line) || denial.test(clauses[0]?.text ?? "") ? "unsure" : "present"] : []),
      ...ways.flatMap(kindsOf),
    ];
    if (kinds.includes("present") || (isConfirmed && isIn(line))) found.set(hazard, "present");
    else if (kinds.includes("unsure")) found.set(hazard, "unsure");
  }
  return found;
}

/** Nothing for one that is denied. */
function kindOf(said: string, match: string, rest: string): "present" | "unsure" | undefined {
  const sure = said.slice(said.lastIndexOf(" but ") + 1);
  if (doubted.test(sure)) return "unsure";
  if ((denied.test(sure) || deniedInside.test(match)) && !noDenial.test(sure) && !compared.test(rest)) return undefined;
  return over.test(rest) && !goesOn.test(said + rest) ? "unsure" : "present";
}

/**
 * Where a pattern of ours or of the suite matches. All slow patterns of a trial share one limit of time. What was found
 * is blanked for the next search, so that "^" keeps its meaning.
 */
export function placesOf(pattern: RegExp, text: string): { index: number; end: number }[] {
  const flags = `${pattern.flags.replace(/[dgiy]/g, "")}i`;
  const places: { index: number; end: number }[] = [];
  for (let from = 0; ; from = places.at(-1)?.end ?? 0) {
    const found = findPattern(pattern.source, " ".repeat(from) + text.slice(from), { flags });
    const end = typeof found === "string" ? -1 : found.index + found.text.length;
    if (typeof found === "string" || (places.length > 0 && end <= from)) return places;
    places.push({ index: found.index, end });
  }
}
