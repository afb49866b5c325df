import type { Answer } from "../../locale.ts";

const very =
  "(?:(?:all|just|absolutely|totally|exactly|about|pretty|quite|perfectly|completely|entirely|definitely|certainly|sure|really|very|so|still|also|gonna be|going to be) )*";
const good =
  "(?:right|correct|good|great|fine|perfect|it|accurate|okay|ok|alright|everything|all|lovely|wonderful|excellent|ideal|true|cool|super|awesome|brilliant|fantastic|fabulous|splendid|settled|me|mine|us|(?:the|my) (?:right |correct |best )?(?:one|address|number|time|name|place|day)|what i (?:said|want|wanted|need|needed|meant|asked for|had in mind)|(?:like )?a (?:plan|deal|yes|date|winner)|(?:spot|dead|bang|right) on|on the (?:money|nose))";
const whom = "(?: (?:with|for|by|to) (?:me|us|him|her|them|both of us|all of us|my \\w+))?";
const well = "(?: (?:perfectly|great|well|fine|nicely|just fine|just great|out))?";
const thing = "(?:that|this|it|those|these|they|everything|all of (?:it|that|this)|it all|that all|all|both|that one)";
const object = "(?:it|that|this|me|us|them|that one|this one|the appointment|the visit)";

/** Agreements as a grammar: a thing is good, works, or may be done. */
const agreements = [
  `${thing}(?:'s| is|'re| are| was|'d be| would be|'ll be| will be| sounds?| looks?| seems?) ${very}${good}${whom}`,
  `(?:sounds?|looks?) ${very}(?:like )?${good}${whom}`,
  `(?:${thing}(?:'ll| will| would|'d| does)? ${very}(?:works?|do|suits?|fits?|checks out|match(?:es)?)|(?:works|suits|fits))${whom}${well}(?: (?:me|us))?`,
  `(?:i'm|i am|we're|we are) ${very}(?:good|fine|okay|ok|happy|cool|set|in|sold|ready|on board|down|game|pleased)(?: (?:with|by) (?:that|it|this|those))?`,
  `(?:please |let's |lets |you can |you may |i'd like (?:you )?to |i'll |we'll |(?:just |then )?(?:go (?:right )?ahead|please)(?: and)? )?(?:do|go with|go for|take|book|lock(?: in)?|schedule|confirm|keep|reserve|put|pencil|sign) ${object}(?: (?:in|down|up|for (?:me|us)))?`,
  "(?:(?:please )?go (?:right )?ahead|please)(?: and)? send (?:him|her|them|it|someone|somebody|(?:a|the|your) (?:guy|tech|technician|crew))(?: (?:out|over|by))?|(?:please )?go (?:right )?(?:ahead|for it)|please do|do (?:it|so)|let's do (?:it|that)|let's go|proceed|make it so|fire away",
  "you(?:'ve)? (?:got|have|nailed|heard) (?:it|that|me|them|everything)(?: all)?(?: (?:right|correctly|down))?|you bet(?:cha)?|you(?:'re| are) right|you know it",
  `(?:it|that|this|sure|i|we|they|those) (?:${very})(?:is|does|are|do|did|was)(?=\\W*$)`,
  "(?:uh|mm|mhm|um) ?(?:huh|hmm?|hm)|mhm+|mm+hm+|ten four|10 4|roger(?: that)?|copy(?: that)?|okey ?doke?y?|okie ?dokie?|righto|right on|spot on|bang on|dead on|sure thing|for sure|of course|by all means|you got it|(?:a |one )?hundred percent|100 ?(?:percent|%)|i (?:agree|approve|confirm|accept)(?: (?:it|that))?|count me in|i'd say so|sign me up|i can (?:live with|do|make) (?:that|it)|why not|sounds like it|claro que si|as (?:you|i) said|deal|done deal",
  "(?:there(?:'s| are| is) )?no (?:problems?|worries|objections?|complaints?|corrections?|changes?|issues?|doubt|mistakes?)(?: (?:here|there|at all|about it|from me|on my end|with (?:that|it|this)))*",
  "nothing(?: else)?(?:'s| is)? (?:to (?:change|correct|add|fix)|wrong)(?: with (?:it|that|this))?|(?:i )?(?:can't|cannot|don't|do not) (?:see|find|hear|have|think of) (?:why not|any(?:thing)? (?:wrong|problems?|objections?|to (?:change|add|correct))(?: with (?:it|that|this))?|a problem(?: with (?:it|that|this))?)|(?:i )?(?:don't|wouldn't|do not) mind(?: (?:it|that))?|can't complain|couldn't be better|wouldn't change a thing",
  "yes(?:sir|siree)?|yeah|yep|yup|yea|yah|ya|yes'm|aye|correct|correcto|exactly|absolutely|definitely|affirmative|indeed|precisely|totally|agreed|confirmed|bingo|amen|true|perfecto|perfect|si|claro|oui|ja|works",
  "(?:this is|you(?:'re| are) (?:speaking|talking) (?:to|with)) (?:she|he|her|him|me)|you(?:'ve)? (?:got|have) (?:her|him)|that(?:'s| is|'d be| would be) (?:me|her|him|us)|speaking",
];
const soft =
  "ok|okay|sure|right(?! (?:now|away|there|after|before|next|behind|by)\\b)|great|fine|good|alright|all right|certainly|please|wonderful|awesome|cool|excellent|brilliant|lovely|super|nice|fantastic|por favor|gladly|deal|done";

const callsOff =
  /\b(?:cancel\w*(?! (?:my|our|her|his|an?|another|the other)\b)|never ?mind|forget (?:it|that|about|the|this)|scrap|(?:scratch|strike) (?:it|that)|call(?:ing)? (?:it|that|this|the whole thing) off|chang(?:e|ed|ing) my mind|(?:leave|drop|skip) (?:it|that)(?! (?:at|with|in|on|by|off)\b)|hold off|hang up|stop(?! by\b)|rather not|no thank(?:s| you)|no deal|pass on (?:it|that)|not (?:today|now|any ?more|interested|happening))\b/g;
const asksTime =
  /\b(?:please )?(?:hold(?: on| please| up)?|hang on|wait|bear with me)\b|\b(?:(?:just |give me |gimme |hold on )*(?:a|one|half a|a quick|another)) (?:sec|second|minute|moment|min|tick|bit)\b|\b(?:let me|lemme|i(?:'ll| will| need to| have to| want to| should| must|'d like to| gotta|'ve got to)|i'm going to|after i|until i|once i|when i) (?:just |first )*(?:think|check|ask|talk|speak|see|look|get back|call back|call you back|call back|sleep on|discuss|consult|confirm|find|grab|pull|double check|go over|run it)\b[^,.;!?]*|\b(?:call|ring) me back\b|\bnot yet\b|\b(?:good|great|fair) (?:question|point)\b|\bi(?:'m| am)? (?:don't|do not|not) (?:know|sure)\b|\bno idea\b|\bwho knows\b/g;
const asksBack =
  /(?:^|[,.;!?] *)(?:(?:and|so|sorry|wait|but|okay|great|oh) )*(?:what|who|where|which|how|when|whose|(?:can|could|would|will|do(?! it\b)|does|did|is|are) (?:you|it|that|there|they|he|she|i|we))(?:'s|'re|'ll|'d)?\b[^,.;!]*|\?/g;
const half =
  /\b(?:i (?:guess|suppose|think|believe|reckon|assume|hope)(?: so)?|probably|maybe|perhaps|possibly|(?:it |that )?(?:should|might|could|ought to) (?:be|work|do)|more or less|kind of|kinda|sort of|if you say so|whatever(?: you (?:say|think))?|in theory)\b/g;
const nothing =
  /\b(?:have an? (?:good|great|nice|lovely|wonderful) (?:one|day|evening|night|afternoon|weekend|rest of your \w+)|see (?:you|ya)(?: (?:then|soon|there|later))?|talk (?:soon|to you (?:then|soon|later))|take care|(?:thank you|thanks)(?: (?:so much|very much|a (?:lot|bunch|million|ton)|again|for \w+ \w+|you))*|i (?:really )?appreciate (?:it|that|you)|no (?:rush|hurry)|(?:on|from) (?:my|our|this) (?:end|side)|(?:i'll|we'll) be (?:there|here|home|ready|waiting)|looking forward to (?:it|that))\b/g;
const refusals = /\b(?:not|never|neither|nor|cannot|hardly|none|no way|\w+n't)\b/g;
const reservations = /\b(?:but|except|only|though|although|however|unless|instead|actually|if)\b/g;
const noes =
  /\b(?:uh uh|mm mm|nuh uh|nope|nah|negative|almost|nearly|partly|mostly|wrong|incorrect|mistaken?|error|no)\b(?! (?:rush|hurry|one|dogs?|gate|pets?|code|kids)\b)/g;
/** Words after which a line goes on: the caller was cut off. */
const cutOff = /\b(?:it's|that's|the|an|my|to|at|and|but|because|um|uh|for|with|is)[^\w\uFFFC]*$/;

/** A question to which "no" is the answer that agrees, and one that asks for something else altogether. */
export const asksObjection = new RegExp(
  `^\\W*(?:(?:and|so|okay|great|then|well|now|before i \\w+(?: (?:it|that|this))?)\\W+)*(?:(?:(?:are|is|would) there(?: be)?|do you (?:have|see)|you have|have you|got) )?(?:${[
    "(?:any|other|any other) (?:problems?|issues?|objections?|concerns?|mistakes?|corrections?|changes?|conflicts?|trouble)",
    "(?:is )?(?:any|some)thing (?:(?:that )?(?:you(?:'d| would)? (?:like|want|need|have) )?(?:me )?to (?:change|add|correct|fix|adjust)|wrong|missing|off|incorrect)",
    "(?:do|would|will) you mind(?: if (?:i|we))?(?: \\w+(?: (?:it|that|this))?)?",
    "did i (?:miss (?:any|some)thing|get (?:any|some)thing wrong)",
    "(?:is|does|would|will) (?:that|this|it) (?:be )?(?:(?:a )?problem|wrong|bother(?: you)?|conflict)",
  ].join(
    "|",
  )})(?: (?:with (?:that|this|it|those|the time|the (?:day|date)|any of (?:that|it))|(?:about|to|in) (?:that|it)|there|here|so far|at all|for you|before i \\w+(?: (?:it|that|this))?))*\\W*$`,
);
/** Two questions of which a yes answers only one. */
const asksEither = /\bor (?:would|should|shall|do|does|will|is|are|did|can|could)\b/;
const bareNo = /^\W*(?:not (?:at all|really|that i \w+ of)|no thank(?:s| you)|no,? nothing|nothing|none)\b/;
/** Words that may turn a question round, so that nobody can tell what a bare yes or no to it means. */
const mayTurn =
  /\b(?:any|anything|anyone|anybody|anywhere|wrong|(?<!no )problems?|troubles?|bother|mind|objections?|conflicts?|changed?|(?<!my )mistakes?|miss(?:ed|ing)?|incorrect|off|cancel|cancelled|too|else|no(?! (?:problem|worries)\b)|not|isn't|aren't|don't|doesn't|won't|can't|didn't|different|instead|unless|without|delete|drop|leave)\b/;
const asksElse = /\b(?:any|some)thing else\b|\bany other\b|\bany (?:more )?questions\b/;
/** What a recogniser writes where it heard nothing that it knows. */
export const inaudible =
  /\[(?!(?:laugh|cough|pause|sigh|sneez|chuckl|breath)\w*\])[^\]]{0,40}\]|\((?:inaudible|unintelligible|static|noise|crackl\w*|garbled|crosstalk)\)|<(?:unk|inaudible|noise)>|\*{3,}/i;

/** Words beside a yes that change nothing about it. */
const harmless = new Set(
  `i i'm i'd i'll me my mine we we're we'll us our you you're you'd your yours it it's its that that's this these they is am
  are was be been do does did so then there here now just really very much too also all both the a an and of for in on at to
  with as by from about well oh uh um mm ah hmm hm er hey hi hello ma'am sir miss dear bye goodbye cheers nice lovely book booked
  booking schedule scheduled confirm confirmed come coming ready set happy glad soon time got get have has had let's plan still
  one will would can could need want like love everything everyone man buddy folks y'all mean`.split(/\s+/),
);

const marks: readonly [string, RegExp][] = [
  ["C", callsOff],
  ["W", asksTime],
  ["Q", asksBack],
  ["", nothing],
  ["N", /\b(?:uh uh|mm mm|nuh uh)\b/g],
  ["Y", new RegExp(`(?<![\\w'])(?:${agreements.join("|")})(?![\\w'])`, "g")],
  ["H", half],
  ["N", noes],
  ["R", refusals],
  ["B", reservations],
  ["S", new RegExp(`\\b(?:${soft})\\b`, "g")],
];

/**
 * How a line answers. It is a yes only if nothing in it is left over: what was read as a value has to be taken out of the
 * line before, and what the other side has just said (`heard`) changes nothing.
 */
export function answerOf(said: string, heard = ""): Answer {
  const line = foldLine(said);
  const known = new Set(foldLine(heard).match(/[\w']+/g) ?? []);
  const question =
    foldLine(heard.slice(-400))
      .match(/[^.?!]*\?/g)
      ?.at(-1) ?? "";
  const short = mayTurn.test(question) ? line.replace(bareNo, "no") : line;
  const turned = turnedBy(question, marked(short, known));
  if (inaudible.test(said)) return "unclear";
  if (turned === undefined) return /[YSNR]/.test(marked(short, known)) ? "unclear" : "none";
  const clauses = turned.split(/[,.;!]+/);
  const all = clauses.join(" ");
  const has = (mark: string) => all.includes(mark);
  const left = (all.match(/[a-z\d'£$€]+/g) ?? []).some((word) => !harmless.has(word) && !known.has(word));
  const agrees = has("Y");
  if (has("C")) return "no";
  // "Yeah, no, that's right" agrees, "yes, I mean no" does not: the last word counts.
  if (has("N"))
    return /N[^N]*Y/.test(all) && !/[RQWHB]/.test(all) && !/N[^Y]*$/.test(all) ? (left ? "unclear" : "yes") : "no";
  const refused = clauses.filter((clause) => clause.includes("R"));
  if (refused.length > 0)
    return agrees && refused.every((clause) => !/R.*[YS]|[YS] *R *$/.test(clause)) ? "unclear" : "no";
  if (/[QW]/.test(all)) return agrees || (has("H") && !has("W")) ? "unclear" : "later";
  if (/[HB]/.test(all) || left || (has("E") && !agrees)) return "unclear";
  if (cutOff.test(all)) return agrees ? "unclear" : "none";
  // A bare "oh" or "mm" may be a yes.
  if (!agrees && !has("S")) return /^[^\uFFFC]*[a-z][^\uFFFC]*$/.test(all) ? "unclear" : "none";
  return "yes";
}

/**
 * The marks of an answer as they stand to a question that asks for objections: "no" agrees, and a bare "yes" has one.
 * Undefined where nobody can tell what the answer is about.
 */
function turnedBy(question: string, marks: string): string | undefined {
  const [first, ...more] = marks.match(/[YSN]/g) ?? [];
  if (first !== undefined && first !== "N" && asksEither.test(question)) return undefined;
  if (!mayTurn.test(question)) return marks;
  // "You don't mind?" "Not a bit."
  if (first === undefined) return marks.includes("R") ? undefined : marks;
  if (!asksObjection.test(question) && !asksElse.test(question)) {
    return more.length > 0 || marks.includes("E") ? marks : undefined;
  }
  if (first === "N") return asksElse.test(question) && more.length === 0 ? undefined : marks.replace("N", "Y");
  return more.length > 0 ? undefined : marks.replace(first, "N");
}

/** A line with a letter for each phrase that answers. Whoever is asked whether to cancel may say so. */
function marked(line: string, known: ReadonlySet<string>): string {
  return marks.reduce(
    (text, [mark, pattern]) =>
      text.replace(pattern, (phrase) => (mark === "C" && known.has(phrase.split(" ")[0] ?? "") ? " E " : ` ${mark} `)),
    line,
  );
}

/** Lower case, straight apostrophes, hyphens as spaces; only so much as anybody answers with. */
function foldLine(text: string): string {
  return text
    .slice(0, 400)
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/í/g, "i")
    .replace(/[-–—…]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
