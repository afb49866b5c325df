import type { SimulatedUser } from "../shape/index.ts";
import { isQuestion, sentencesOf } from "../spoken/index.ts";
import { isOwnName, type SimulatedTurn, sheetOf, type UserFact } from "./simulator-facts.ts";

/** Why a line cannot be the user's: it speaks like the assistant, or like a program. */
export function speaksForOther(line: string, facts: readonly UserFact[]): string | undefined {
  if (labels.test(line) || isLabelled(line, facts)) return "wrote a dialogue with speakers' names instead of one line";
  if (machine.some((pattern) => pattern.test(line)))
    return "wrote what a program would write, not what a person would say";
  if (meta.test(line) || namesItself(line, facts)) return "spoke about the role that it plays";
  if (refusal.test(line)) return "refused as a model does";
  const assistant = sentencesOf(line).some(
    ({ text }) =>
      always.some((pattern) => pattern.test(text)) ||
      (!isQuestion(text) && stated.some((pattern) => pattern.test(text))) ||
      details.some((pattern) => pattern.test(text)),
  );
  return assistant ? "spoke like an assistant, not like a user" : undefined;
}

const labels =
  /^[ \t*_>#-]*(?:the )?(?:ai |virtual )?(?:agent|assistant|receptionist|operator|front desk|support|representative|rep|bot|chatbot|coach|system|tool|function|user|caller|customer|client|human|me|you|dispatcher|clerk)(?: \([^)]*\))?[\s*_]*:/im;

/** "Kim: I need a visit.", "Host: For how many? Guest: Four."; "Name: Kim. ZIP: 78704." is what people type. */
function isLabelled(line: string, facts: readonly UserFact[]): boolean {
  const speakers = [...line.matchAll(/(?:^|[\n.?!] *)(\p{Lu}\p{L}{1,20}):\s/gu)].map(([, name = ""]) =>
    name.toLowerCase(),
  );
  const field = (name: string) => fields.test(name) || facts.some((fact) => fact.name.toLowerCase().includes(name));
  if (speakers.length > 1 && !speakers.some(field)) return true;
  const label = /^[\s*_>]*([\p{L}' ]{2,40}?)[\s*_]*:/u.exec(line)?.[1]?.toLowerCase();
  if (label === undefined) return false;
  return facts.some(({ name, value }) => isOwnName(name) && ` ${value.toLowerCase()} `.includes(` ${label} `));
}

/** "Kim would say yes." */
function namesItself(line: string, facts: readonly UserFact[]): boolean {
  const [, name] =
    /\b(\p{Lu}\p{L}+)(?: \p{Lu}\p{L}+)? (?:would|might|will) (?:then |now |probably )*(?:say|answer|reply|respond)\b/u.exec(
      line,
    ) ?? [];
  return name !== undefined && facts.some((fact) => isOwnName(fact.name) && fact.value.split(" ").includes(name));
}

const fields =
  /^(?:name|address|phone|number|zip|mail|email|date|time|day|problem|issue|note|unit|city|code|question)$/;

const machine = [
  /```/,
  /<\/?[a-z]+[_|-][a-z_|-]{1,60}[^>]{0,200}>/i,
  /<\/?(?:tool|function|assistant|system|user|result|output|invoke)\b/i,
  /[{[]\s*"[^"]+"\s*:/,
  /\b[a-z]+_[a-z_]+\s*\(/i,
  /\b(?:tool_calls?|function_call|tool_use)\b/i,
  /[[(*](?:the )?(?:agent|assistant|receptionist|operator|system|tool|user|caller|customer|client)\b[^\])*]{0,200}[\])*]/i,
  // Stage directions: "*sighs*", "(pauses, then sighs)", "[in an annoyed tone]".
  /[[(*_<](?:[a-z]+ly |long |short |a |then |brief )*(?:calls?|calling|checks|checking|looks|looking(?! forward)|books|booking|typing|types|sighs?|sighing|laughs?|laughing|laughter|chuckl\w+|paus\w+|hesitat\w+|nod(?:s|ding)|shrugs?|groans?|clears?|clearing|cough\w*|smil(?:es|ing)|frown\w*|whisper\w*|yells?|yelling|shout(?:s|ing)|hangs?|hanging|picks?|waits|waiting|thinks|thinking|sound(?:s|ing)|speaks|speaking|mumbl\w+|mutter\w*|rolls|rolling|taps|tapping|slams|takes|grabs|reads|reading|stutter\w*|sobs|sobbing|cr(?:ies|ying)|gasps|beat|silence|silent|background|frustrated|annoyed|angr(?:y|ily)|nervous(?:ly)?|relieved|confused|irritated|excited(?:ly)?|sarcastic(?:ally)?|hopeful(?:ly)?|in an? (?:\w+ )?(?:voice|tone)|(?:voice|tone)\b|to (?:him|her|my)self|end of)(?![a-z])[^\])*_>]{0,200}[\])*_>]/i,
  /[[(*_<][^\])*_>]{0,60}\b(?:in the background|muffled|sighs?|sighing|chuckl(?:es|ing))(?![a-z])[^\])*_>]{0,60}[\])*_>]/i,
];

const meta =
  /\b(?:as (?:an? )?(?:ai|language model|simulated (?:user|caller|customer))|i(?:'|’)?m (?:just |only )?(?:an ai|a (?:large )?language model|a virtual assistant|simulating|role-?playing)|my (?:persona|system prompt)|the (?:simulation|role-?play)|i am (?:an ai|a (?:large )?language model|simulating|role-?playing)|playing the (?:role|part) of|as the (?:caller|user|persona|character)\b|as (?:the|a) (?:customer|client|patient|guest|tenant|caller|user),? i(?:(?:'|’)d| would| will| might) (?:say|respond|answer|reply|ask)|in this (?:scenario|role-?play|exercise|simulation)|the (?:caller|customer|user|client|persona|character) (?:would|might|should|will) (?:then |now |probably |likely )*(?:say|respond|reply|answer)|i would (?:say|respond|reply|answer|ask)(?: something like)?\s*[:,“"]|(?:here(?:'|’)?s|here is|this is) (?:my|the|a|what) (?:next |possible |caller(?:'|’)s |user(?:'|’)s )*(?:response|reply|line|message|i(?:'|’)d say|i would say)|(?:staying |stay |remain |out of |in )in? ?character\b|my next line|if i (?:were|was) the (?:caller|customer|user|client|patient)|(?:continuing|speaking|responding|respond|answering|answer|reply|replying|response|line) as (?:the|a) (?:caller|customer|user|client|patient|persona)|(?:response|reply|line) as the)\b/i;

/** How models decline. A caller who cannot do something says what: "I can't get to the breaker". */
const refusal =
  /\bi(?:'|’)?(?:m| am) (?:sorry|afraid),? (?:but )?(?:that )?i (?:can(?:'|’)?t|cannot|can not|am (?:not able|unable) to|won(?:'|’)?t|will not) (?:be able to )?(?:assist|comply|fulfil+|continue|engage|participate|provide|help (?:you )?with (?:that|this)(?: request)?\s*(?:[.!]|$))|\bi (?:can(?:'|’)?t|cannot|am (?:not able|unable) to) (?:assist (?:you )?with|comply with|fulfil+|participate in|engage in|continue (?:with )?this (?:conversation|role|request|discussion))\b/i;

/** What only the assistant's side says, as a question or a statement. */
const always = [
  /\bhow (?:can|may|could) i (?:help|assist|be of (?:help|service|assistance)|serve)\b/i,
  /\bwhat can i (?:do for you|help you with)\b/i,
  /\bwhat (?:brings you|are you calling (?:about|for))\b/i,
  /\bi(?:'|’)?m here to (?:help|assist)\b/i,
  /\b(?:is there |was there )?anything else (?:i can|(?:that )?you(?:'|’)?d like me to|you need (?:help|assistance) with)\b/i,
  /\b(?:happy|glad|pleased|delighted) to (?:help|assist)(?: you)?\b/i,
  /\b(?:happy|glad|pleased) to (?:book|schedule|arrange|set (?:that|this|it) up|get (?:that|this|you))\b/i,
  /\bthank(?:s| you)(?: so much)? for (?:calling(?! (?:me|us)?\s*back| me\b| us\b)|contacting|reaching out|choosing|your (?:patience|business|call|inquiry))\b/i,
  /\bwould you like (?:me )?to (?:book|schedule|reschedule|proceed|confirm|go ahead|set (?:up|that)|arrange|reserve|transfer)\b/i,
  /\b(?:shall|should|can) i (?:book|schedule|put|sign|pencil|fit|slot) you\b/i,
  /\b(?:apologi[sz]e|sorry) for any inconvenience\b/i,
  /\blet (?:me|us) know if (?:the|this|that|your) (?:issue|problem|error) (?:persists|continues|remains|comes back)\b/i,
  /\b(?:we|i)(?:'|’)?(?:ll| will) (?:transfer|connect|forward) (?:you|your call)\b/i,
  /\blet me (?:transfer|connect) you\b/i,
  /\b(?:let me|i(?:'|’)ll|i will|i can|i could) (?:check|look|see|pull|bring|get|find|book|set|schedule|arrange|sort|handle|take care of)\b[^.?!]{0,40}\bfor you\b/i,
  /\b(?:let me|i(?:'|’)ll|i will) (?:check|look at|pull up|bring up|see) (?:our|your|what we)\b(?! (?:website|site|page|email|e-mail|message|text|card|letter))/i,
  /\bi (?:can|could|will|am able to) (?:book|schedule|fit|squeeze|pencil|slot|offer) you\b/i,
  /\bi(?:'|’)?(?:ll| will| can| could)? (?:send|dispatch|get) (?:a|our|one of our) (?:tech|technician|plumber|engineer|team|crew)s? (?:out )?(?:to you|over|out)\b/i,
  /\b(?:what|which) name (?:shall|should|can|may) (?:i|we) (?:put|book|write|reserve)\b/i,
  /\b(?:certainly|of course|absolutely|right away|very well),? (?:sir|madam|ma(?:'|’)am)\b/i,
  /\bwhat(?:'|’)?s? (?:seems|appears) to be the (?:problem|issue|trouble)\b/i,
];

/** The same words can be a caller's question: "You're booked until Friday?" */
const stated = [
  /\bi(?:'|’)?(?:ve| have)(?: just| now| also| gone ahead and)? (?:booked|scheduled|reserved|confirmed|added|put|got|rescheduled|cancell?ed|noted|arranged|set|processed|issued|refunded|updated|changed|moved|placed|submitted) (?:you\b|your\b|(?:a|the|that|this) (?:visit|appointment|technician|slot|time|booking|reservation|service)\b[^.]{0,80}\bfor you\b)/i,
  /\bi have you (?:down|booked|scheduled|in)\b/i,
  /\byou(?:'|’)?(?:re| are)(?: now)? (?:all (?:set|booked|good to go|confirmed)|booked in|confirmed for|scheduled for|booked for)\b/i,
  /\byour (?!(?:calendar|schedule|team|guys?|people|office|website)\b)(?:[a-z]+ ){1,3}(?:is|are|has been|have been|was)(?: now)?(?: all)? (?:booked|confirmed|scheduled|set|complete|processed|received|placed|reserved|cancell?ed|refunded)\b/i,
  /\b(?:your|our) (?:technician|plumber|engineer) (?:will|is going to|should)\b/i,
  /\bwe(?:'|’)?(?:ll| will| can| could)(?: be able to)? (?:send|dispatch|have) (?:someone|somebody|a (?:tech|technician|team)|our)\b[^.]{0,80}\b(?:you|your|out)\b/i,
  /\bwe (?:have|do have|have got|(?:'|’)ve got) (?:an? |some |several )?(?:openings?|availability|available (?:slots?|times?)|slots?|appointments?)\b/i,
  /\b(?:our|the) (?:next|first|earliest) (?:available|opening|slot)\b[^.]{0,80}\b(?:is|would be)\b[^.]{0,80}\b(?:work|suit)s? for you\b/i,
  /\bplease (?:hold|stay on the line|wait)(?: on)?(?: a moment| one moment| for a moment)? while (?:i|we)\b/i,
  /\b(?:we|our (?:team|company)) (?:service|serve|cover) (?:your|that|the) (?:area|zip|neighbou?rhood|region)\b/i,
  /\bi(?:'|’)?(?:ll| will) (?:go ahead and )?(?:book|schedule|reserve|pencil|put) (?:you|your|that (?:in|down)|this (?:in|down))\b/i,
];

const detail =
  "(?:(?:full|first|last|complete|current|home|service|street|billing|mailing|e-?mail|phone|telephone|cell|mobile|callback|contact|best|zip|postal|account|order|booking|customer|policy|member|reservation)\\s+)*(?:name|address|number|zip|zip ?code|postal code|postcode|date of birth|birth ?date|e-?mail|phone|details|information|id|code)";

/** Questions for the caller's details. A caller may ask for the other side's name or number, in plainer words. */
const details = [
  new RegExp(
    `\\b(?:may|could|can) i (?:please )?(?:have|take|confirm|verify|ask for) your ${detail}\\b(?! again)`,
    "i",
  ),
  /\b(?:may|could|can) i (?:please )?get your (?:full|last|zip|postal|home|service|street|billing|callback|contact|account|order|date of birth|address|e-?mail)\b/i,
  new RegExp(
    `\\b(?:could|can|would|will) you (?:please )?(?:provide|confirm|verify|spell|share|give me|tell me)(?: me)?(?: with)? your ${detail}\\b`,
    "i",
  ),
  new RegExp(
    `\\bplease (?:provide|confirm|verify|spell|share|give me|tell me|state|enter)(?: me)?(?: with)? your ${detail}\\b`,
    "i",
  ),
  new RegExp(`\\b(?:i(?:'|’)ll|i will|i(?:'|’)d|i would|i)(?: just| also)? need your ${detail}\\b`, "i"),
  new RegExp(`\\byour ${detail},? (?:and|or)(?: your)? ${detail}\\b`, "i"),
  /\bwhat(?:'|’)?s?(?: is)? your (?:zip|postal|date of birth|birth ?date|account|order|booking|service address|street address|home address|callback|last name|full name)\b/i,
  /\b(?:best|good) (?:phone |callback |contact )?number (?:to|where we can|at which to) (?:reach|call|contact) you\b/i,
];

const otherScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}]/gu;

/** Small words that are not English ones; three of a language in a line make that language. */
const smallWords = {
  Spanish:
    "el la los las que para por con una un necesito quiero mi mis está esta estoy es pero muy gracias hola puede puedo tengo cuando donde aquí sí soy señor mañana casa ayuda",
  French:
    "le la les des une je suis est mon ma mes pour avec dans vous nous merci bonjour besoin voudrais pouvez demain oui mais très chez plaît ne pas que qui",
  German:
    "der das ist nicht ich und eine einen mein meine bitte danke für mit haben brauche können möchte morgen auf wir sie kann zu den dem hallo heute",
  Italian:
    "il gli che per con una sono mio mia grazie vorrei domani bisogno posso anche molto della nel casa buongiorno ho è",
  Portuguese:
    "o os que para com uma preciso quero meu minha obrigado obrigada está estou não muito amanhã você posso casa bom dia",
  Dutch: "de het een ik ben mijn niet voor met graag dank morgen kunt heb nodig wij naar ook",
};

/** Whether a good part of a line is in a language that neither the sheet nor the agent uses or names. */
export function speaksAnotherLanguage(user: SimulatedUser, { line, heard }: SimulatedTurn): boolean {
  const before = [...sheetOf(user), ...heard].join(" ");
  if (shareOf(line, otherScripts) > 0.2 && shareOf(before, otherScripts) === 0) return true;
  const usual = new Set(wordsIn(before));
  const said = wordsIn(line).filter((word) => !usual.has(word));
  return Object.entries(smallWords).some(([language, words]) => {
    const own = words.split(" ");
    // An agent that speaks it already, or a sheet that says so.
    const isUsual = before.includes(language) || own.filter((word) => usual.has(word)).length > 2;
    return !isUsual && new Set(said.filter((word) => own.includes(word))).size > 2;
  });
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

function shareOf(text: string, pattern: RegExp): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? 0 : (text.match(pattern)?.length ?? 0) / letters;
}
