import { clausesOf, plainWords } from "./plain-line.ts";

export type Hazard = "gas smell" | "carbon monoxide alarm" | "sparks" | "smoke";

/** What a line says of hazards. `unsure`: the caller cannot tell; `denied`: they are named, and are not there. */
export type HazardReading = { kind: "present" | "unsure" | "denied"; hazards: Hazard[] } | { kind: "none" };

const gasAppliance =
  "(?: (?:heater|furnace|stove|range|oven|line|meter|bill|company|unit|boiler|grill|powered|fired|water))";
const sounding = "(?:going off|goes off|went off|beep\\w*|chirp\\w*|sound\\w*|ring\\w*|scream\\w*|blar\\w*|tripp\\w*)";

/** How callers put it. An appliance is no smell: "the gas heater runs". */
const signs: readonly [Hazard, RegExp][] = [
  ["gas smell", new RegExp(`\\bsmell\\w*(?: \\S+){0,4}? (?:gas|propane)\\b(?!${gasAppliance})`, "g")],
  ["gas smell", /\b(?:gas|propane)(?: is)? (?:smell|odou?r|leak|fumes)\w*/g],
  ["gas smell", /\brotten[- ]eggs?\b|\bsul(?:f|ph)ur\b/g],
  [
    "carbon monoxide alarm",
    new RegExp(
      `(?<!\\b(?:burglar|security|car|clock|phone) )\\b(?:alarm|detector|monitor)s?\\b(?: \\S+){0,3}? ${sounding}`,
      "g",
    ),
  ],
  ["carbon monoxide alarm", /\bcarbon monoxide (?:leak|poison|reading|level)\w*/g],
  ["sparks", /\bspark(?:s|ing|ed|y)?\b(?! plug)|\barcing\b/g],
  ["smoke", /\bsmok(?:e|ing|e?y)\b(?! (?:detector|alarm|hot|break))|\b(?:on|caught) fire\b/g],
  [
    "smoke",
    /\bburn(?:ing|t) (?:smell|odou?r|plastic|rubber|wir\w*)|\bsmell\w*(?: \S+){0,3}? burn(?:ing|t)\b|\bsomething(?:'s| is) burning\b/g,
  ],
];

const negator = "(?:no|not|never|none|nothing|nobody|without|neither|nor|zero)";
/** Words over which a "no" carries on to the hazard. A subject is none of them: "no I smell gas" is no denial. */
const carrying =
  "(?:any|a|an|the|of|or|and|nor|no|not|like|kind|sort|signs?|odd|strange|weird|funny|bad|smell\\w*|odou?rs?|gas|smoke|smoking|sparks?|sparking|fire|burning|carbon|monoxide|co|alarms?|detectors?|going|off|beeping|see|hear|notice|detect|seen|heard|noticed|there|here|at|all|in|house|even|really|actually|either|is|are|was|been|(?:think|believe|feel|say) (?:i|we|there|it))";
const denied = new RegExp(`\\b${negator}(?:,? ${carrying})*\\s*$`);
const deniedInside = new RegExp(`\\b${negator}\\b`);
const hedge = /\b(?:not sure|not (?:know|tell|say)|hard to (?:tell|say)|no idea)\b(?: \S+){0,4}\s*$/;
const denial = /\b(?:no|nope|nah|none|nothing|not)\b/;

type Mention = { hazard: Hazard; kind: "present" | "unsure" | "denied" };

/**
 * Finds gas smells, alarms, sparks and smoke in what a caller says, and whether they are there. When in doubt they are:
 * a caller sent outside for nothing is better off than the other one.
 */
export function readHazard(line: string): HazardReading {
  const mentions = mentionsIn(plainWords(line));
  for (const kind of ["present", "unsure", "denied"] as const) {
    const hazards = mentions.filter((mention) => mention.kind === kind).map(({ hazard }) => hazard);
    if (hazards.length > 0) return { kind, hazards: [...new Set(hazards)] };
  }
  return { kind: "none" };
}

function mentionsIn(line: string): Mention[] {
  const clauses = clausesOf(line);
  return clauses.flatMap(({ text, mark }, index) => {
    // A denial is carried on by "or": "no gas, or smoke".
    const before = /^(?:or|nor|and no)\b/.test(text) ? (clauses[index - 1]?.text ?? "") : "";
    const answered = clauses.slice(index + 1).some((later) => denial.test(later.text));
    return signs.flatMap(([hazard, sign]) =>
      [...text.matchAll(sign)].map((match): Mention => {
        const said = `${before} ${text.slice(0, match.index)}`;
        if (mark.includes("?")) return { hazard, kind: answered ? "denied" : "unsure" };
        return { hazard, kind: kindOf(said, match[0]) };
      }),
    );
  });
}

function kindOf(said: string, match: string): Mention["kind"] {
  if (hedge.test(said)) return "unsure";
  return denied.test(said) || deniedInside.test(match) ? "denied" : "present";
}
