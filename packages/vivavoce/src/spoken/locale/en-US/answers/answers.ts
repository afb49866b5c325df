import { foldWord } from "../../../text/tokens.ts";
import type { Answer } from "../../locale.ts";
import { chatter, harmless, tells, withoutTold } from "./tells.ts";

const very =
  "(?:(?:all|just|absolutely|totally|exactly|about|pretty|quite|perfectly|completely|entirely|definitely|certainly|sure|really|very|so|still|also|gonna be|going to be) )*";
const praise =
  "(?:(?:right|dead|bang|smack) )?on the (?:money|nose|button|mark)|a ok|hunky dory|peachy(?: keen)?|fine and dandy|tip top|top notch|copacetic";
const good = `(?:right|correct|good|great|fine|perfect|it|accurate|okay|ok|alright|everything|all|lovely|wonderful|excellent|ideal|true|cool|super|awesome|brilliant|fantastic|fabulous|splendid|settled|me|mine|us|(?:the|my) (?:right |correct |best )?(?:one|address|number|time|name|place|day)|what i (?:said|just said|told you|gave you|want|wanted|need|needed|meant|asked for|had in mind)|(?:like )?a (?:plan|deal|yes|date|winner)|(?:spot|dead|bang|right) on|${praise}|just the thing|what the doctor ordered|as rain|(?:the )?ticket|the way (?:it is|i (?:like|want) it)|about the size of it)`;
const whom = "(?: (?:with|for|by|to) (?:me|us|him|her|them|both of us|all of us|my \\w+))?";
const well = "(?: (?:perfectly|great|well|fine|nicely|just fine|just great|out))?";
const thing =
  "(?:that|this|it|those|these|they|everything|all of (?:it|that|this)|it all|that all|all|both|that one|every(?: (?:last|single))? (?:bit|word|part|piece)(?: of (?:it|that))?|\\uFFFC+)";
const object = "(?:it|that|this|me|us|them|that one|this one|the appointment|the visit)";

/** Agreements as a grammar: a thing is good, works, or may be done. */
const agreements = [
  "(?:leave|keep) (?:it|that|everything) (?:exactly |just )?(?:like|as|the way|how) (?:that|this|is|it (?:is|was)|you (?:have|had|said|read) it)",
  `${thing}(?:'s| is|'re| are| was|'d be| would be|'ll be| will be| sounds?| looks?| seems?) ${very}${good}${whom}`,
  `(?:sounds?|looks?) ${very}(?:like )?${good}${whom}`,
  `(?:${thing}(?:'ll| will| would|'d| does)? ${very}(?:works?|do|suits?|fits?|checks out|match(?:es)?)|(?:works|suits|fits))${whom}${well}(?: (?:me|us))?`,
  `(?:i'm|i am|we're|we are) ${very}(?:(?:good|fine|okay|ok|happy|cool|down|pleased) (?:with|by) (?:that|it|this|those)|happy|in|sold|ready|on board|down|game|pleased)`,
  `(?:please |let's |lets |you can |you may |i'd like (?:you )?to |i'll |we'll |(?:just |then )?(?:go (?:right )?ahead|please)(?: and)? )?(?:do|go with|go for|take|book|lock(?: in)?|schedule|confirm|keep|reserve|put|pencil|sign) ${object}(?: (?:in|down|up|for (?:me|us)))?`,
  "(?:(?:please )?go (?:right )?ahead|please)(?: and)? send (?:him|her|them|it|someone|somebody|(?:a|the|your) (?:guy|tech|technician|crew))(?: (?:out|over|by))?|(?:please )?go (?:right )?(?:ahead|for it)|please do|do (?:it|so)|let's (?:do|rock|roll)(?: (?:it|that|this|and roll))?|let's go|let (?:'?er|her) rip|proceed|(?:make|get) (?:it|that|this|'?er) (?:so|happen|done)|ship it|fire away|be my guest|have at it|knock yourself out|(?:you )?(?:do|work) (?:your (?:thing|magic)|that)|(?:yes )?you (?:may|can|could|do that)(?: indeed)?(?=\\W*$| if you (?:would|could|please))|i'd (?:love|like|appreciate) (?:it|that)|(?:i|we)(?:'ll| will) take (?:it|that)|there y(?:ou|a) (?:go(?! again)|have it)|you(?:'re| are) (?:on|all set)|(?:it|that|you)(?:'s|'ve)? (?:hit|hits) the (?:spot|nail on the head)",
  "every(?: (?:last|single))? (?:bit|word|part|piece|letter|digit)(?: of (?:it|that))?(?=\\W*$)|(?:happy|right|good|fine|sound|sure|snug) as (?:an? |the )?\\w+",
  "(?:you(?:'ve)? (?:got|have|heard)|(?:you )?nailed) (?:it|that|me|them|everything)(?: all)?(?: (?:right|correctly|down))?|you bet(?:cha)?|you(?:'re| are) right|you know it",
  `(?:it|that|this|sure|i|we|they|those) (?:${very})(?:is|does|are|do|did|was)(?=\\W*$)`,
  `${praise}|(?:uh|mm|mhm|um) ?(?:huh|hmm?|hm)|mhm+|mm+hm+|ten four|10 4|roger(?: that)?|copy(?: that)?|okey ?doke?y?|okie ?dokie?|righto|right on|spot on|bang on|dead on|sure thing|for sure|of course|by all means|you got it|(?:a |one )?(?:hundred|thousand) percent|100 ?(?:percent|%)|to (?:a|the) (?:t|tee|letter)|right as rain|dead right|(?:good|done|sweet) deal|gotcha|thumbs up|bull'?s ?eye|all systems go|green light|(?:winner )+chicken dinner|no question|without (?:a )?(?:doubt|question)|music to my ears|you(?:'d| had)? better believe (?:it|i (?:do|am|will|would))|you know i (?:do|am|will|would)|why (?:wouldn't|shouldn't) (?:it|i|we|you|that)(?: be)?|check(?=\\W*$)|(?:put|get) (?:me|us|it|that) (?:down |in )?on (?:the|your) (?:calendar|books?|schedule|list)|(?:(?:that|it)(?:'s| is) )?(?:much|way|even|far|a lot) better|that's better|(?:andale|orale|listo)(?: pues)?|now you're talking(?! \\w)|(?:yes )?if you (?:would|could|please|will|can|don't mind)(?: please)?(?=\\W*$)|(?:hell|heck|damn|darn|dang|you're darn) (?:yes|yeah|right|straight)|all of the above|(?:check )+check|so far so good|i(?:'m| am) all for it|(?:asi es|esta bien|de acuerdo|como no|exacto|muy bien|adelante|vale)|i (?:agree|approve|confirm|accept)(?: (?:it|that))?|count me in|i'd say so|sign me up|i can (?:live with|do|make) (?:that|it)|why not|sounds like it|claro que si|as (?:you|i) said|deal|done deal`,
  "(?:there(?:'s| are| is) )?no (?:prob|notes|arguments?|qualms|quarrel|sweat|biggie|bother|hassle|harm|trouble|(?:good |real )?reason (?:not to|why not)|problems?|worries|objections?|complaints?|corrections?|changes?|issues?|doubt|mistakes?)(?: (?:here|there|at all|about it|from me|on my end|with (?:that|it|this)))*",
  "nothing(?: else)?(?:'s| is)? (?:to (?:change|correct|add|fix)|wrong)(?: with (?:it|that|this))?|(?:i |we )?(?:can't|cannot|couldn't|don't|didn't|do not) (?:see|find|hear|have|think of|notice|spot) (?:why not|any reason (?:why )?not(?: to)?|(?:any|(?:any|a|one|a single)(?: ?thing)?|nothing|anything)(?: that's)? ?(?:wrong|off|amiss|missing|problems?|issues?|mistakes?|objections?|to (?:change|add|correct|fix|complain about))(?: (?:with|in|about|there)(?: (?:it|that|this|any of (?:it|that)))?)?)",
  "(?:i |we )?(?:don't|wouldn't|do not) mind(?: (?:it|that|at all|a bit|one bit))*|can't complain|(?:i'd be )?(?:a fool|crazy|stupid|silly|nuts|an idiot) not to|(?:can't|couldn't|wouldn't) say no(?: to that)?|(?:you )?(?:don't|won't) have to (?:ask me twice|twist my arm)|(?:you |i )?(?:can't|couldn't|cannot|wouldn't|won't|don't|do not) (?:be (?:better|happier)|(?:change|touch|alter) (?:a|any|one|a single) ?(?:thing|word|bit)|ask for (?:anything )?(?:more|better)|agree more|argue (?:with that|there)|(?:have )?(?:say|said|put) it better(?: myself)?|fault (?:it|that)|beat (?:it|that)|improve (?:on )?(?:it|that))|not (?:bad|a (?:bad|problem|bother))(?: at all)?|(?:no |you )*(?:didn't|haven't|have not|did not|never) (?:miss|missed|forget|forgotten|forgot|get|got|leave|left|mess|messed|skip|skipped) (?:any|a|one|a single) ?(?:thing|word|bit)(?: (?:wrong|out|off|up))?|(?:it|that|there)?(?:'s| is)? ?(?:not|isn't|ain't|none of (?:it|that) is|none of (?:it|that)'s) (?:anything |a thing )?(?:wrong|incorrect|off)",
  "yes(?:sir|siree)?(?: indeed(?:y)?)?|yes+|yeah|yeh|yuh|yessum|yep|yup|yea|yah|ya|yes'm|aye|correct|correcto|exactly|absolutely|definitely|affirmative|indeed|precisely|totally|agreed|confirmed|bingo|amen|true|naturally|obviously|undoubtedly|wilco|perfecto|perfect|si|claro|oui|ja|works",
  "(?:this is|you(?:'re| are) (?:speaking|talking) (?:to|with)) (?:she|he|her|him|me)|you(?:'ve)? (?:got|have) (?:her|him)|that(?:'s| is|'d be| would be) (?:me|her|him|us)|speaking",
];
const soft =
  "ok|okay|kay|bueno|alrighty|sure|right(?! (?:now|away|there|after|before|next|behind|by)\\b)|great|fine|good|alright|all right|certainly|please|wonderful|awesome|cool|excellent|brilliant|lovely|super|nice|fantastic|por favor|gladly|deal|done";

const callsOff =
  /\b(?:cancel\w*(?! (?:my|our|her|his|an?|another|the other)\b)|never ?mind|forget (?:it|that|about|the|this)|scrap|(?:scratch|strike) (?:it|that)|(?:scratch|strike|forget|skip|drop|scrap|nix) (?:the|this|my) (?:\uFFFC|appointment|booking|visit|whole thing|order)|(?:call|shop|look|ask|price)(?:ing)? around|(?:go(?:ing)?|went) with (?:someone|somebody|another|a different)|found (?:someone|somebody) else|(?:get|getting) (?:another|other|some more|more|a few) (?:quotes?|estimates?|bids?)|call(?:ing)? (?:it|that|this|the whole thing) off|chang(?:e|ed|ing) my mind|(?:leave|drop|skip) (?:it|that)(?! (?:at|with|in|on|by|off|as|like|just|exactly|the way|how)\b)|hold off|hang up|stop(?! by\b)|rather not|no thank(?:s| you)|no deal|pass on (?:it|that)|not (?:today|now|any ?more|interested|happening))\b/g;
const asksTime =
  /\b(?:please )?(?:hold(?: on| please| up)?|hang on|wait|bear with me)\b|\b(?:(?:just |give me |gimme |hold on )*(?:a|one|half a|a quick|another)) (?:sec|second|minute|moment|min|tick|bit)\b|\b(?:let me|lemme|i(?:'ll| will| need to| have to| want to| should| must|'d like to| gotta|'ve got to)|i'm going to|after i|until i|once i|when i) (?:just |first )*(?:see|look|find|grab|pull|double check|go over|confirm|(?:check|think)(?! (?:with|about|it|on|over)\b))\b[^,.;!?]*?(?=[,.;!?]|$| (?:ok|okay|yes|yeah|yep|alright)\b)|\b(?:good|great|fair) (?:question|point)\b|\b(?:talking|speaking|yelling|hollering|shouting) (?:to|at|with) (?:my|the|our|his|her) \w+|\bnot you\b|(?:\b(?:yes|yeah|yep|yup)\b,? )?\b(?:this is (?:she|he|her|him)|i(?:'m| am) (?:still )?(?:here|there|with you)|hello)(?= *(?:[,.;!?]|$))|\b(?:slow down|pump the brakes|come again|say what|say (?:that|it) again|pardon me)\b|\byou(?:'re| are| were)? (?:broke|breaking|cutting|cut) (?:up|out)\b|\bi (?:can't|cannot|couldn't|can barely|didn't) (?:hear|catch|get|understand)(?: (?:you|that|it|a word))?(?= *(?:[,.;!?]|$))|^huh(?=\W*$)|\bi (?:heard(?! you)|misheard|thought (?:you said|you meant|it was)|was thinking)\b|(?:\b(?:yes|yeah|yep|yup|okay|uh huh|sure)\b,? )?\bi(?: can| could| do)? (?:hear|heard) you\b|(?:\b(?:yes|yeah|yep|yup)\b,? )?\bi(?:'m| am) (?:still )?(?:listening|on (?:the )?speaker)\b/g;
/** Whoever still has to decide has not said yes, whatever stood before it. */
const pending =
  /\bif (?:my|the|our|he|she|they) ?[^,.;!?]*?\b(?:okays?|agrees?|approves?|allows?|lets? (?:me|us)|signs? off|(?:says?|is|'s) (?:it's |that's )?(?:ok|okay|yes|so|fine|cool|all right|alright|free))\b|\bi(?:'ve)? still (?:gotta|got to|have to|need to|must|should) (?:ask|call|check|talk|run|clear|tell|see)\b[^,.;!?]*|\bneed (?:\w+(?:'s)? ){0,3}(?:permission|approval|go ahead|blessing)\b|\b(?:let me|lemme|i(?: need to|(?:'d| would)? have to| want to| should| must|'d like to| gotta|'ve got to|'d better| better)|i(?:'ll| will|'m going to|'m gonna)(?= (?:just )*(?:think|sleep|get back|call(?: you)? back|have to|check with|ask|talk|speak))|after i|until i|once i|when i) (?:just |first |have to |need to )*(?:think|check|ask|talk|speak|get back|call (?:you )?back|sleep on|discuss|consult|run it|decide)\b[^,.;!?]*?(?=[,.;!?]|$| (?:ok|okay|yes|yeah|yep|alright)\b)|\b(?:i'm|we're|i am|we are|am|are) (?:still |just )*(?:deciding|thinking (?:about|it)|debating|considering|weighing|mulling|on the fence|undecided|torn|not decided|waiting (?:on|for|to hear))\b|\b(?:haven't|have not) (?:decided|made up)\b|\b(?:call|ring) me back\b|\bnot yet\b|\bi(?:'m| am)? (?:don't|do not|not) (?:know|sure)\b|\bno idea\b|\bwho knows\b/g;
/** Whoever says what the other got wrong agrees to nothing. */
const disputes =
  /\uFFFC\W*not \W*\uFFFC|\b(?:that|the|my) (?:phone|cell|number|address|name|email|zip|street|time|day|date)(?:'s| is| was| has)? (?:been )?(?:disconnected|wrong|old|off|out of service|not (?:right|mine|it|correct)|incorrect|no good|changed|different)\b|\b(?:i(?:'ll| will|'m gonna|'m going to|'d) (?:pass|skip|decline)(?! the\b)|hard pass|(?:an|some )other time|forget i \w+|over my dead body|too (?:rich|expensive|pricey|steep)|can't afford|no way|fat chance|not a chance|in your dreams|count me out|no dice|nothing doing|no go|not for me|not (?:at|on|in|for|with) (?:that|this) (?:hour|time|day|date|one|place|price))\b|\b(?:you|y'all)(?:'ve| have)? (?:just )?(?:flipped|swapped|switched|transposed|reversed|mixed|messed|screwed|botched|misheard|misread|misunderstood|mis\w+ed|forgot|forgotten|dropped|skipped|missed|left|got|have|put|wrote|read|said) (?:\w+ ){0,3}?(?:up|wrong|out|off|backwards?|around|twisted)\b|\byou(?:'ve| have)? (?:flipped|swapped|switched|transposed|reversed|botched|misheard|misread|misunderstood|forgot|dropped|missed|skipped)\b|\bi (?:would|do|sure do|certainly do) mind\b|\b(?:wrong|incorrect|except(?:ing)?|apart from|(?:everything|all)(?:'s| is| of (?:it|that))?(?: \w+){0,2} (?:but|besides|other than) (?:for )?(?:the|my|that|one))\b|(?:^|[,.] ?)(?:so |pretty |very )?close(?= *[,.]| but\b)/g;
const asksBack =
  /(?:^|[,.;!?] *)(?:(?:and|so|sorry|wait|but|okay|great|oh) )*(?:what|who|where|which|how|when|whose|(?:(?:can|could|would|will)(?! you (?:please |also |just |maybe )*(?:have|tell|ask|let|text|bring|remind|warn)\b)|do(?! (?:it|that|this|so)\b)|does|did|is|are) (?:you|it|that|there|they|he|she|i|we|(?:the|your|an?) (?:guys?|tech\w*|crew|man|men|driver|price|visit|company|office|team|work|job|estimate|fee)))(?:'s|'re|'ll|'d)?\b[^,.;!?]*|\?/g;
/** What somebody else says to it: "she says that's fine". */
const relays =
  /\b(?:he|she|they|(?:my|the|our) \w+)(?:'s| is| are|'re)? (?:(?:over )?(?:here|there) )?(?:says?|said|saying|thinks?|nods?|nodding|(?:gives|gave|giving) (?:me|us) (?:the |a )?(?:thumbs up|nod|ok|okay|go ahead|green light))(?: (?:yes|yeah|no|ok|okay|sure|(?:it|that)(?:'s| is) (?:ok|okay|fine|good|great|right)))*\b/g;
const half =
  /\b(?:(?:i'm|we're) (?:all |just )?(?:good|fine|set|okay|ok)(?! (?:with|by)\b)|i (?:guess|suppose|think|believe|reckon|assume|hope)(?: so)?|probably|maybe|perhaps|possibly|(?:it |that )?(?:should|might|could|ought to) (?:be|work|do)|more or less|kind of|kinda|sort of|if you say so|whatever(?: you (?:say|think))?|in theory)\b/g;
const nothing =
  /\b(?:have an? (?:good|great|nice|lovely|wonderful) (?:one|day|evening|night|afternoon|weekend|rest of your \w+)|(?:just )?for the (?:\w+) time|(?:i'm|we're|okay i'm) back|sorry (?:about|for) (?:that|the \w+)|(?:oh )?what the (?:heck|hell|hey)|(?:the )?only thing is|if (?:you don't mind|it's (?:not |no )(?:too much )?(?:of a )?(?:trouble|bother|problem)|that's (?:ok|okay|all right|alright|fine)(?: with you)?)|not me|(?:park|knock|ring|honk|use|come (?:in|around|through)|go (?:in|around|through))(?: (?:in|on|at|by|the|side|back|front|rear|gate|door|porch|alley|street|driveway|drive|garage|lot|curb|bell|buzzer|hard|loud|loudly|twice|out|of|my|truck|car|van))+(?= *(?:[,.;!?]|$))|see (?:you|ya)(?: (?:then|soon|there|later))?|talk (?:soon|to you (?:then|soon|later))|take care|(?:thank you|thanks)(?: (?:so much|very much|kindly|a (?:lot|bunch|million|ton)|again|you))*(?: for (?:being|all|your|the|bearing|putting|getting|taking|fitting|squeezing|coming|calling|asking|helping|waiting|listening|everything|that|this|doing)\b(?:(?! (?:but|not|instead|only|except|and)\b)[^,.;!?\d])*)?|(?:(?:can|could|would|have|tell|ask) (?:you|he|she|they|him|her|them|somebody|someone|the \w+)(?: to)? ){0,2}(?:please |just )*(?:call|text|ring|phone|buzz|message|holler)(?: me| us)? (?:ahead|from the road|(?:when|once|before|as) (?:(?:you|he|she|they)(?:'re|'s| are| is)? )?(?:on (?:the|his|her|their|your) way|close|nearby|near|coming|come|comes|here|outside|gets? (?:here|close)|arrives?|leaving|heading over|head(?:ing|s)? out))(?= *(?:[,.;!?]|$))|i (?:really )?appreciate (?:it|that|you)|no (?:rush|hurry)|(?:on|from) (?:my|our|this) (?:end|side)|(?:i'll|we'll) be (?:there|here|home|ready|waiting)|looking forward to (?:it|that))\b/g;
const refusals = /\b(?:not|never|neither|nor|cannot|hardly|none|no way|\w+n't)\b/g;
const reservations =
  /\b(?:but|only|though|although|however|unless|instead|actually|if|as long as|provided|assuming|pero|mejor|rather)\b/g;
/** A condition that the caller finds met: "as long as it's before eight, and it is". */
const met =
  /\bif (?:that|it)(?:'s| is) (?:the (?:earliest|soonest|best|closest|only|first|next)|all|what)\b[^,;.!?]*?\byou(?:'ve got| have| got| can do| can get| say)\b(?: then)?|\b(?:as long as|if|provided|assuming)\b[^,;.!?]*,? (?:and|which) (?:it|that|he|she|they|you|we)(?:'s| is| are| does| do| will| has)\b/g;
/** Words before a message for whoever comes, which change nothing about the booking: "but tell him", "maybe bring". */
const passesOn =
  /\b(?:but|maybe|perhaps|if (?:you|he|she|they) could|if you can|(?:you|he|she|they) (?:may|might|should|could|will|'ll) (?:want|wanna|need|have)(?: to)?) (?=(?:please |also |just |maybe |can you |could you |you (?:may|might) wanna |tell (?:him|her|them) to )*(?:tell|warn|remind|let (?:him|her|them)|have (?:him|her|them)|make sure|be (?:sure|careful|aware)|watch|look out|knock|ring|honk|text|bring|park|wear|beware|mind|don't forget|remember|heads up|fyi|thanks?|thank you)\b)/g;
const noes =
  /\b(?:uh uh|mm mm|nuh uh|nope|nah|negative|almost|nearly|partly|mostly|mistaken?|error|no|nuh|todavia)\b(?! (?:rush|hurry|one|dogs?|gate|pets?|code|kids|children|cats?|animals?|stairs|steps|elevator|alarm|parking|lock|key|buzzer|bell|fence|traffic|need|fuss|kidding|joke|lie|wonder|matter|time like)\b)/g;
/** Words after which a line goes on: the caller was cut off. */
const cutOff =
  /\b(?:it's|that's|the|an|my|to|at|and|but|because|um|uh|for|with|is|i|we|so i|or|if|of|your|i'm|i'll|was|(?<=S {1,3})so)[^\w\uFFFC]*$/;

/** A question to which "no" is the answer that agrees, and one that asks for something else altogether. */
export const asksObjection = new RegExp(
  `^\\W*(?:(?:and|so|okay|great|then|well|now|before i \\w+(?: (?:it|that|this))?)\\W+)*(?:(?:(?:are|is|would) there(?: be)?|do you (?:have|see)|you have|have you|got) )?(?:${[
    "(?:do|would|will) you mind (?:if (?:i|we)|me|us|my|our)\\b.*",
    "(?:any|other|any other) (?:problems?|objections?|issues?|concerns?) if (?:i|we)\\b.*",
    "(?:any|other|any other) (?:problems?|issues?|objections?|concerns?|mistakes?|corrections?|changes?|conflicts?|trouble)",
    "(?:(?:is|was|are|were) )?(?:(?:any|some) (?:part |bit |piece )?of (?:that|this|it|those|these|them)|(?:any|some|either|one) of (?:that|this|it|those|these|them)) (?:wrong|off|incorrect|missing|mistaken|not right|a problem)",
    "(?:does|do|did) (?:any|some)(?:thing|(?: part)? of (?:that|this|it)) (?:need (?:changing|fixing|correcting|to be (?:changed|fixed|corrected))|(?:look|sound) (?:wrong|off))",
    "(?:should|shall|do|did|can) (?:i|we|you) (?:(?:need|want|have|like)(?: me)? to )?(?:change|add|correct|fix|adjust) (?:any|some)thing(?: (?:about|in|on|for) (?:that|it))?",
    "(?:is )?(?:any|some)thing (?:(?:that )?(?:you(?:'d| would)? (?:like|want|need|have) )?(?:me )?to (?:change|add|correct|fix|adjust)|wrong|missing|off|incorrect)",
    "(?:do|would|will) you mind(?: if (?:i|we))?(?: \\w+(?: (?:it|that|this))?)?",
    "(?:did|have|is there|(?:any|some)thing) (?:(?:any|some)thing )?(?:that )?i(?:'ve)? (?:miss(?:ed)?|skip(?:ped)?|forg[eo]t(?:ten)?|le(?:ave|ft) out|g[eo]t wrong|mess(?:ed)? up|should (?:change|fix|correct|add))(?: (?:any|some)thing)?(?: out| wrong| up)?",
    "(?:did|have) i (?:get|got|le(?:ave|ft)|mess(?:ed)?) (?:any|some)(?:thing|(?: part)? of (?:that|it)) (?:wrong|out|up)",
    "(?:is|does|would|will) (?:that|this|it) (?:be )?(?:(?:a )?problem|wrong|bother(?: you)?|conflict)",
  ].join(
    "|",
  )})(?: (?:now|then|today|right now|with (?:that|this|it|those|the time|the (?:day|date)|any of (?:that|it))|(?:about|to|in) (?:that|it)|there|here|so far|at all|for you|before i \\w+(?: (?:it|that|this))?|for any(?:one|body)(?: (?:in|at) (?:the|your) \\w+)?))*\\W*$`,
);
/** "Yeah, actually I do": there is an objection, in words that say nothing else. */
const bareYes =
  /^\W*(?:(?:oh|um|uh|well|hm|actually|yes|yeah|yep|yup)\W+)*(?:i|we|it|there) (?:do|would|is|does|will|are|have)(?=\W*$)/;
/** Two questions of which a yes answers only one. */
const asksEither = /\bor (?:would|should|shall|do|does|will|is|are|did|can|could)\b/;
const bareNo =
  /^\W*(?:(?:oh|um|uh|well|hm|gosh)\W+)*(?:(?:no(?:pe)?,? )?none(?: at all)?(?=\W*$)|(?:no(?:pe)?,? )?not (?:at all|really|that i \w+ of|(?:a|one|any|even one|a single|one single) ?(?:thing|bit|word))|no thank(?:s| you)|no,? nothing|nothing|none)\b/;
/** Words that may turn a question round, so that nobody can tell what a bare yes or no to it means. */
const mayTurn =
  /\b(?:any|anything|anyone|anybody|anywhere|wrong|(?<!no )problems?|troubles?|bother|mind|objections?|conflicts?|changed?|(?<!my )mistakes?|miss(?:ed|ing)?|incorrect|off|cancel|cancelled|too|else|no(?! (?:problem|worries)\b)|not|isn't|aren't|don't|doesn't|won't|can't|didn't|different|instead|unless|without|delete|drop|leave)\b/;
/** An answer that praises or urges on, and does not begin with a yes: it agrees however it was asked. */
const pleased =
  /^(?!\W*(?:(?:oh|um|uh|well|actually)\W+)*(?:y[ea]\w*|sure|right|correct|ok|okay)\b).*\b(?:perfect|fine|good|great|excellent|wonderful|keep it|leave it (?:as|like)|as is|all set|go (?:right )?ahead|book it|do it|please do|be my guest|that's (?:it|all|everything))\b/;
/** An answer that has no objection in so many words: "no changes", "I can't see any". */
const denies =
  /^\W*(?:(?:oh|um|uh|well|nope|no|i|we|you|there's|there is)\W+)*(?:no|not|nothing|none|can't|cannot|couldn't|don't|wouldn't|didn't|won't|haven't)\b/;
const asksElse = /\b(?:any|some)thing else\b|\bany other\b|\bany (?:more )?questions\b/;
/** What a recogniser writes where it heard nothing that it knows. */
export const inaudible =
  /\[(?!(?:laugh|cough|pause|sigh|sneez|chuckl|breath)\w*\])[^\]]{0,40}\]|\((?:inaudible|unintelligible|static|noise|crackl\w*|garbled|crosstalk)\)|<(?:unk|inaudible|noise)>|\*{3,}/i;

/** What a recogniser writes where nobody spoke. */
const silence = /^\W*(?:no (?:response|answer|reply|speech)|silence|dead air|long pause)\W*$/i;

const marks: readonly [string, RegExp][] = [
  ["C", callsOff],
  ["E", met],
  ["P", pending],
  ["W.", asksTime],
  [
    "Q",
    /,? (?:is|are|am|was|were|do|does|did|has|have|can|could|wo|would|should)n't (?:i|it|he|she|we|you|they|that)(?= *(?:$|[,.;!?]))/g,
  ],
  ["Q", asksBack],
  ["\uFFFC", nothing],
  ["T", relays],
  ["", passesOn],
  [
    "N",
    /\bno(?:pe)?,? (?:ma'am |sir )?(?:(?:you|i|it|there|that|we|they) (?:(?:did|do|does|is|are|have|has|was) not|(?:did|do|does|is|are|have|has|was)n't)|not (?:a|one|any)(?: single)? (?:thing|bit|word|one))(?= *(?:$|[,.;!]))/g,
  ],
  ["N", /\b(?:uh uh|mm mm|nuh uh)\b/g],
  ["Y", new RegExp(`(?<![\\w'])(?:${agreements.join("|")})(?![\\w'])`, "g")],
  ["D", disputes],
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
  const asked =
    foldLine(heard.slice(-400))
      .match(/[^.?!]*\?/g)
      ?.at(-1) ?? "";
  // "Wednesday at two, would you mind that?"
  const question =
    /(?:^|, )((?:would|will|do|does|is|are|any|shall|should|did|have|can|anything)\b[^,]*)$/.exec(asked)?.[1] ?? asked;
  const short = mayTurn.test(question) ? line.replace(bareNo, "no") : line;
  const turned = turnedBy(question, marked(short, known), short);
  if (silence.test(said)) return "none";
  if (inaudible.test(said)) return "unclear";
  if (turned === undefined) return /[YSNR]/.test(marked(short, known)) ? "unclear" : "none";
  const clauses = withoutTold(turned).split(/[,.;!]+/);
  const all = clauses.join(" ");
  const has = (mark: string) => all.includes(mark);
  const agrees = has("Y");
  const isLeft = (word: string) =>
    !harmless.has(word) && !known.has(word) && !(agrees && chatter.has(word.replace(/'(?:s|re|ll|ve|d)$/, "")));
  const leftIn = (text: string) =>
    text
      .split(/[,.;!A-Z\uFFFC]| (?:and|so|because|cause|since|though) /)
      .some((clause) => !(agrees && tells(clause)) && (clause.match(/[a-z\d'£$€]+/g) ?? []).some(isLeft));
  const left = leftIn(all);
  if (has("C")) return "no";
  const from = clauses.findLastIndex((clause) => /[DPNRQWHBT]/.test(clause) || leftIn(clause)) + 1;
  const end = clauses.slice(from).join(" ").includes("Y");
  // Who said "hold on" spoke to others or looked something up, until they came back with a yes of their own.
  const aside = clauses.slice(0, from).join(" ");
  if (
    end &&
    /W|T/.test(aside) &&
    !/[DRHB]|[WT].*N|P[^T]*$|\b(?:other|another|different|change|better|cheaper)\b/.test(aside.replace(/N *Y/g, "Y"))
  ) {
    return "yes";
  }
  if (has("P")) return /P[^Y]*Y/.test(all) ? "unclear" : "later";
  if (has("D")) return /D.*Y|R[^DY]*D|D[^Y]*\bnothing\b/.test(all) ? "unclear" : "no";
  // "Yeah, no, that's right" agrees, "yes, I mean no" does not: the last word counts.
  if (has("N")) {
    const agreesLast = /N[^N]*Y/.test(all) && !/N[^Y]*$/.test(all);
    if (agreesLast && !/[RQHB]|N.*W/.test(all)) return left ? "unclear" : "yes";
    return end || agreesLast ? "unclear" : "no";
  }
  const refused = clauses.filter((clause) => clause.includes("R"));
  // "As long as it doesn't rain" is no refusal.
  const isConditional = /\b(?:as long as|if|unless|provided|assuming)\b[^,.;!?]*n't\b/.test(line);
  if (refused.length > 0 && (end || isConditional)) return "unclear";
  if (refused.length > 0)
    return agrees && refused.every((clause) => !/R.*[YS]|[YS] *R *$/.test(clause)) ? "unclear" : "no";
  if (/[QW]/.test(all)) return agrees || (has("H") && !has("W")) ? "unclear" : "later";
  // "It's pricey, but yeah, go for it"
  if (!left && /^[^YHTE]*B\W*Y[^BHTE]*$/.test(all)) return "yes";
  if (/[HBT]/.test(all) || left || (has("E") && !agrees)) return "unclear";
  if (cutOff.test(all)) return agrees || /so\W*$/.test(all) ? "unclear" : "none";
  // A bare "oh" or "mm" may be a yes.
  if (!agrees && !has("S")) return /^[^\uFFFC]*[a-z][^\uFFFC]*$/.test(all) ? "unclear" : "none";
  return "yes";
}

/**
 * The marks of an answer as they stand to a question that asks for objections: "no" agrees, and a bare "yes" has one.
 * Undefined where nobody can tell what the answer is about.
 */
function turnedBy(question: string, marks: string, line: string): string | undefined {
  const [first, ...more] = marks.match(/[YSN]/g) ?? [];
  if (asksObjection.test(question) && bareYes.test(line)) return "N";
  if (first !== undefined && first !== "N" && asksEither.test(question)) return undefined;
  if (!mayTurn.test(question)) return marks;
  if ((pleased.test(line) || (first === "Y" && denies.test(line))) && !/[NRDHB]/.test(marks)) return marks;
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
      text.replace(pattern, (phrase) =>
        mark === "C" && !/ (?:around|some(?:one|body)|another)$/.test(phrase) && known.has(phrase.split(" ")[0] ?? "")
          ? " E "
          : ` ${mark} `,
      ),
    line,
  );
}

/** Lower case, straight apostrophes, hyphens as spaces; only so much as anybody answers with. */
function foldLine(text: string): string {
  return foldWord(text.slice(0, 400))
    .replace(/[-–—…]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
