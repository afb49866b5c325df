import type { SlotKindName } from "../../../slots/slot.ts";
import { wordSet } from "../../../text/reading.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { isNegated } from "../answers/negation.ts";
import { readGroup } from "../numbers/digit-group.ts";

/**
 * The first clause with a word that may change the last value of a line: any word beside the value that is not plain,
 * and behind it a clause that says how it changes. `text`: the line with gaps for its values; `end`: where the last ends.
 */
export function changedBeside(
  text: string,
  { end, kind }: { end: number | undefined; kind: SlotKindName },
): string | undefined {
  const line = text.replaceAll("’", "'");
  if (end === undefined) return changes.exec(line.toLowerCase())?.[0];
  const places = kind === "address";
  const other = tellsOther.exec(line.slice(0, end));
  if (other && !places) return other[0];
  const [begin = "", before = ""] = line.slice(0, end).split(clauseEnds).toReversed();
  // "Two goats, goats at …": what stands before a pause may be the beginning of an address.
  if (kind === "email" && /^\W*[\w']+(?: [\w']+)?\W*$/.test(before) && hasUnknown(before.toLowerCase(), places))
    return before.trim();
  const [behind = "", ...later] = line.slice(end).split(clauseEnds);
  const own = (begin + behind).replace(ifNeeded, "");
  // A place may be told by others.
  if (hasUnknown(places ? own.toLowerCase().replace(landmark, "") : own.toLowerCase(), places)) return spoken(own);
  return later
    .map((clause) => clause.toLowerCase().trim())
    .find(
      (clause) => changes.test(clause) || (mayChange.test(clause) && !told.test(clause) && hasUnknown(clause, places)),
    );
}

function hasUnknown(clause: string, places: boolean): boolean {
  const tokens = tokensOf(clause);
  return tokens.some(({ kind, word }, at) => {
    const plain = word.replace(/'(?:s|ve|re|ll|d|m)$/, "");
    const isKnown = plainWords.has(plain) || readGroup(tokens, at) !== undefined || (!places && isNegated(tokens, at));
    return kind === "word" && plain.length > 1 && !isKnown;
  });
}

function spoken(clause: string): string {
  return clause.replace(/\uFFFC+/g, "…").trim();
}

/**
 * Words that change nothing about the value that they stand beside: small words, those for the value and for giving it,
 * and whose it is. A word that is not listed may say that the value is another one, so that it stays undecided.
 */
export const plainWords = wordSet(
  `a about absolutely account actually address after again ahead all alright also always am an and any anytime apartment
  are area as at be before believe best better bill boss both brother building but by cabin call called calling calls
  can capital card case cell certainly code come coming contact corner correct correction could course dad dash
  daughter day days daytime dear definitely do doctor does don't dot double down dr driver e-mail email evenings
  ex except ext extension family father fax fine first folks following for friend from get give given go goes going
  gone gonna good got grandmother great had has have he head hello her here hers hi him his hm hmm hold home house
  husband i im in instead into is it its job jot just kid landline landlord last later let lets letter
  letters like line live lives living located lower ma'am mail main make married may me mean middle mine mobile
  mom month mother move moved mr mrs ms must my myself name names need needed neighbor never new night no nope not note
  now number numbers nurse of office oh ok okay old on one or our ours out over parents partner perfect phone pick
  place please plus point postal probably property put quick rather reach really record rental right ring roommate s
  same say says scratch second send she should simply since sir sister site small so somebody someone son sorry sounds
  speaking spell spelled spelling still street sure surname take talking team tech tenant text thank thanks that thats
  the theirs them then there these they thing think third this those to today too triple try two uh uk um under unit
  until up upper us use used wait want wants was we week well whats when where which who whose why wife will with work
  would write writing yeah yep yes you your youre yours yup zip
  add adding afraid age already annoyed anyhow anyway anyways appointment appreciate ask asked aunt auntie awful baby
  babysitter bad bakery bank barber basically being big bike bit bless boat booking born bother bought boy boyfriend
  break broke broken brothers buddy built bus business busy bye cafe car care carpenter cat cats chair check checked
  cheers child children church clean cleaner clear clearly clerk client clinic clock coffee cold college company
  contractor cook cool cousin cousins crew currently customer cute daddy dang darling darn daughters deal dentist desk
  dime diner dog dogs during early easier easy eating electric electrician embarrassing emergency evening everybody
  everyone everything exactly excuse fact fan farm farmer fast favor feel feeling fell fiance fiancee finally find
  fingers fix fixed forgetful forgot found free fresh fridge friends front full fully fun funny furnace gas gave
  girlfriend glad glasses goodness gosh grandchildren granddaughter grandfather grandma grandpa grandson guy guys gym
  hair hairdresser hand hands handwriting happened happy hard hate hear heard hearing heavens help helper honest
  honestly honey hospital hot hotel hun hungry hurt idea inn janitor jeez kids kind kindly kitchen knew know knows
  ladies lady laptop large lately lawyer leak learn legal legally lesson library light lights listen little look
  looking looks lost lot lots loud love lovely lunch mama man manager many mark math mechanic meet memorize memorized
  memory men mess minute morning much mum music nan nana neat neighbors nephew nice nicely niece nobody noise noisy
  nothing noticed nursing obviously order own paid pal papa pardon patience pen pencil penny people person pet pets
  pharmacist pharmacy plain play pleasure plenty plumber porch power presently pretty printer puppy question quiet
  quite rain raining read ready receptionist remember repair reservation restaurant running rush rusty sad safe said
  salon saw scared school secretary see seen sent shift shop short sick sign silly sis sisters sit sleep slow slowly
  snow sold something somewhere sons soon speak spoke stand start started stepdad stepmom stop stopped store story
  student stuff suddenly sun sunny supervisor suppose sweetheart table talk tea teacher technician terrible texting
  texts tired toddler told toll took town traffic tried trouble truck truly twin twins ugh uncle upset van very vet
  visit visiting voice voicemail waiting walk warm water way weather weekend welcome went wind window woman women word
  words works world worried wow year years yikes young`,
);

/** Words by which a clause behind a value changes it: "only swap the last two". */
export const changes =
  /\b(?:except|digits?|swap\w*|switch\w*|revers\w*|backwards|unless|instead(?! of)|the (?:old|new|other|first|last|second|third|former|same) one|change (?:(?:it|that|this) (?:to|for|back)|(?:the|my) (?:name|number|address|spelling))|flip\w*|replac\w+|different|ends? (?:in|with) an?|(?:don't|do not|never) (?:send|use|call|come|go|book|put|text|ring|mail|ship|bring|take|try|write))\b/;
/** What others do with the value, and what it was: "people always flip it", "it used to be Tran". */
const told = /^(?:and |but |because |so |most )*(?:people|everyone|everybody|folks|nobody|no one)\b|\bused to be\b/;
/** Words that do so only beside one that is not plain. */
const mayChange =
  /\b(?:same|(?:last|first|second|third)(?! (?:year|month|week|night|time|house|door|floor|on|name))|only|(?<=\w )not|other|instead|new|old|former|changed?|drop|add|minus|without|unless|used)\b/;

/** Words that tell where a house stands, and what follows them. */
const landmark = /\b(?:near|by|off|behind|across|next|close|between|past|around|opposite|in|on)\b.*$/;

/** Why a value is given, which changes nothing about it. */
const ifNeeded =
  /\b(?:if|in case) (?:we|i|you|it|the (?:call|line)|anything|something) (?:get|gets|am|are|need|drop|drops|lose|happens|comes|goes)\b.*$/i;
/** Words by which a clause before a value says that another is meant. */
const tellsOther = /\b(?:except|same (?:as|but))\b/i;

const clauseEnds = /[.;!?,…—–]+| (?:and|but|so|because|since) /i;
