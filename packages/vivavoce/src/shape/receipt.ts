import { isJsonObject, type JsonValue, jsonIn } from "../base/index.ts";
import { isWrite, type ToolCall } from "./tool-call.ts";

/** Names of tools that nobody declares and that only look something up. */
const looksUp =
  /^(?:get|find|list|search|look|check|read|show|fetch|query|view|count|browse|is|has|verify|validate)(?![a-z])/;
/** Fields in which a tool wraps its answer. */
const wrapper =
  /^(?:data|body|response|result|output|content|message|msg|details?|reason|statustext|status|state|outcome|http|meta|payload|receipt|structuredcontent)$/;
const succeeded = /^(?:(?:is|was)?(?:ok|success|successful|succeeded)|accepted|allowed|permitted|authori[sz]ed)$/;
const broken =
  /^(?:failed|iserror|haserrors?|rejected|denied|refused|exit(?:code|status)|returncode|dryrun|simulated|skipped|ignored|timeout|aborted|timedout)$/;
const errors =
  /^(?:(?:api|db|field|user|http|server|system|tool|validation)?err(?:or)?s?(?:message|msg|code|type|name|text|count|details?)?|faults?|exception|failures?(?:count|reason)?|failed(?:count|reason))$/;
const status = /^(?:(?:http|response)?status(?:code)?|(?:response|result)?code)$/;
const rowsChanged = /^(?:rows?)?(?:affected|updated|deleted|inserted|modified|matched)(?:rows?|count)?$|^rowcount$/;
const state = /^(?:(?:http)?status|state|outcome|result|(?:result)?code)$/;
/** Tools by which something comes to be, so that nothing came of a call without it. */
const makes = /^(?:add|book|create|insert|make|order|register|reserve|schedule)/;
const idOf = /^\w{3,}(?:id|number|reference|code)$/;
const kind = /^(?:name|(?:result)?code)$/;
/** What came of several deeds, one for each. */
const outcomes = /^(?:results|responses|outcomes|operations)$/;
/** A state that says failure: by one of its words, or as a whole. */
const badState =
  /^(?!.*(?:resolved|fixed|cleared|free|none|recovered)\b)(?:(?:(?!no |non |without |zero |0 )\w+ ){0,3}(?:fail(?:ed|ures?)?|err(?:or(?:ed|s)?)?|exception|rejected|denied|declined|refused|conflict|invalid|forbidden|un(?:authori[sz]ed|authenticated|available|successful|processable|reachable|supported|changed)|bad(?= request)|aborted|time ?d? ?out|skipped|ignored|exceeded|crashed|throttled|rate limited|waitlisted|insufficient|undeliver(?:ed|able)|bounced|fehler|fehlgeschlagen|erreur|échec|errore|fallido|fout)(?![^ :.,]).*|not (?:found|ok|done|booked|possible|available|allowed|saved|created|updated|sent|implemented|added|deleted|removed|moved|changed|applied|stored|processed|completed|executed|accepted|permitted|authori[sz]ed|supported|modified|successful)\b.*|(?:(?:slot|seat|time|already) )?taken|requires? (?:action|confirmation|input|login|auth\w*)|partial(?: failure| success)?|no ?(?:op|slots?|seats?|change|match|availability)|nok|ko|dry ?run|simulated)$/i;
/** What a field called `type` says, which may as well be the type of a thing: one of its values, and nothing like it. */
const badType =
  /^(?:fail(?:ed|ure)?|error(?:ed)?|rejected|denied|declined|refused|conflict|invalid|forbidden|unauthori[sz]ed|unavailable|unsuccessful|aborted|time(?:d[ _-]?)?out|skipped|ignored|[A-Z]\w*(?:Error|Exception))$/i;
const badName =
  /^(?:error|failure|exception|[A-Z]\w*(?:Error|Exception)|ERR_\w+|E(?:CONN\w+|TIMEDOUT|NOTFOUND|HOSTUNREACH|PIPE|ACCES|PERM|NOENT|EXIST))$/;
const badText =
  /^\s*[❌✗✘⛔🚫]|^(?:<[^>]*>|[^\w<])*(?:(?!no |without |zero )(?:\w+ )?(?:error|failure|exception)(?:\s*[:(\]]| [–—-]|[.!]*$)|(?:(?:I|we) )?(?:could not|couldn't|cannot|can't|(?:(?:was|am|are) )?unable to) \w|failed(?: to | because |\s*[:.!–—-]|$)|nothing (?:was|has been) (?!wrong|lost)\w|no (?:rows?|records?|documents?|changes?|updates?|entries) (?:(?:were|was|have been) )?(?:affected|updated|changed|deleted|inserted|made|saved|applied|modified)\b|(?:(?:permission|access|request) denied|unauthori[sz]ed|forbidden|not (?:found|allowed|available|possible)|time(?:d ?)?out)\s*(?:[:.!;,(–—-]|because\b|after\b|$)|(?:(?:sorry|unfortunately),? )?(?:(?:the|this|that|your) )?(?:[\w-]+ ){1,3}(?:(?:could not|couldn't|cannot|can't) be \w|(?:(?:failed|timed out)|(?:is|was|are|were) (?:already |now |currently )?(?:(?:not|no longer) (?:available|found|possible|allowed|free)|unavailable|taken|full|denied|rejected|refused))\s*(?:[:.!;,(–—-]|because\b|after\b|$))|(?:HTTP[/ \d.]*)?[45]\d\d (?:bad|conflict|forbidden|gateway|gone|internal|not|service|too|unauth|unprocess)|HTTP(?:\/[\d.]+)? (?:status |error |code )*[45]\d\d\s*(?:[:.!;,(–—-]|because\b|after\b|$)|(?:internal server error|bad gateway|service unavailable|gateway time-?out)\s*(?:[:.!;,(–—-]|because\b|after\b|$)|(?:connect )?E(?:CONN|TIMEDOUT|NOTFOUND|HOSTUNREACH|PIPE|ACCES|PERM\b|NOENT|AI_AGAIN)|(?:panic|fatal)(?: error)?:|(?:process )?exit(?:ed)?(?: with)? (?:code|status) [1-9])/iu;

/** Other words by which nothing was done, if no deed is told beside them. They say the cause, or the deed that is missing. */
const badCauses = [
  /^(?:(?:sorry|unfortunately),? )?(?:[\w-]+ ){1,3}not (?:available|found|possible|allowed)\s*(?:[:.!;,(–—-]|because\b|$)/i,
  /\b(?:not|\w+n't|never|nothing) (?:(?:been|get|go|yet|able|successful\w*) )*(?:to )?(?:book|reserv|sav|creat|add|updat|delet|remov|sen[dt]|schedul|mov|chang|appl|stor|process|complet|execut|perform|ma[dk]e|place|accept|through|succe|work|exist|register|submit|allow|permit|authori[sz]|support|implement|connect|reach|modif|insert|paid|pay|charg|refund|post|publish|upload|happen|have (?:the )?(?:permission|rights?|access)|to do\b)/i,
  /^(?:(?:sorry|unfortunately),? )?(?:there (?:is|are|was|were) )?no (?!(?:[\w-]+ )?(?:errors?|problems?|issues?|conflicts?|warnings?|further|more|other|worries|charge|fees?|cost|longer|remaining|deposit|payment|action|need\w*|required)\b)[a-z]/i,
  /\b(?:fully|already|double)[ -]book|\bbooked by (?!you|us|phone)|\b(?:sold out|out of stock|over capacity|too many|insufficient|under maintenance|rolled back|went wrong|closed on|in the past|outside (?:of )?(?:\w+ )?hours)\b|\b(?:limit|quota|maximum)\b[\w ]* (?:reached|exceeded)\b|\b(?:overlaps|conflicts? with)\b|^we(?: are|'re) closed/i,
  /^(?:sorry,? )?(?:no-?op|duplicate (?:booking|key value|entry ['"])|please (?:try again|log ?in|sign in)|oops|whoops|\W*dry[ -]run|would have)\b/i,
  /^(?:invalid|missing|malformed|unknown|unsupported|unrecogni[sz]ed|no such) (?!\w+: (?:none|0))\w|^(?:rate limit|quota) (?:was )?(?:exceeded|reached)|\bmust (?:not )?be (?:(?:a |an )?valid|in the future|one of)|^\S+: field required|\bvalidation errors?\b/i,
  /\bthere (?:was|were|has been) (?:an?|some) (?:\w+ )?(?:problem|error|issue)|\b(?:unexpected|unknown|network|internal|server|system|database) (?:problem|error|failure)|\breturned an? (?:error|[45]\d\d)|\b[a-z]\w*\.\w*(?:Error|Exception|Violation)\b|\b(?:status|got|received):? (?:code:? )?[45]\d\d\b|\bE(?:NOTFOUND|CONN[A-Z]+)\b|\bcommand not found\b|^segmentation fault|\b(?:database is locked|disk (?:is )?full|deadlock|constraint (?:failed|violat\w+)|(?:not|n't) (?:logged|signed) in|already in use|no space left|connection (?:refused|reset)|fetch failed)\b/i,
  /^(?:(?:UPDATE|DELETE) 0$|\W*(?:fail|na?ck|nok|err\(.*)\W*$|(?:booked |sent |updated |saved |created |deleted )?(?:0|zero)(?:\/\d+| of \d+|\b)(?= ?[a-z]|$)(?!$|.*\b(?:errors?|conflicts?|problems?|warnings?|remain\w*|left|unread|open)\b)|"?false"?[.!]?$|(?:UPDATE|booked|sent|updated|saved|created|deleted) (?:0|none|nothing)\b)/i,
  /^\W*(?:Fehler|Erreur|Échec|Errore|Erro|Fout|Ошибка|エラー|错误|錯誤)(?!\p{L})|\b(?:impossible de|impossibile|no se (?:pudo|puede)|fall(?:ó|id[oa])|não foi possível|niet gelukt|fehlgeschlagen|(?:konnte|wurde)n? [^.]*nicht|nicht (?:verfügbar|möglich|gefunden|erlaubt)|n['’]est pas (?:disponible|possible))|できません|(?:не удалось|не вдалося|失敗|失败|실패|nie udało|başarısız|misslyckades|mislykke(?:t|des)|mislukt|gefaald|epäonnistui|selhal|nepodařil|sikertelen|eșuat|thất bại|gagal\b|فشل|נכשל|απέτυχε|विफल|ล้มเหลว)(?![\s:：]*0)|\b(?:a |ont )échoué|\bfalha\b|non (?:è )?riuscit|^\W*(?:[\p{L}]+ ){0,3}(?:ausgebucht|esgotado|volgeboekt|al completo)(?!\p{L})|^\W*(?:leider |désolée?,? )?(?:kein|aucun|nessun|nenhum|geen|no hay)\p{L}* [^.,;]*(?:frei|verfügbar|disponible?s?|disponibil[ei]|beschikbaar|dispon[ií]ve(?:l|is))/iu,
];

/** Words that say failure unless the tool is there for it: one that cancels says "cancelled". */
const badEnds = [
  /^(?:rejected|refused|denied|declined|blocked|skipp(?:ed|ing)|ignored|aborted|cancell?ed|interrupted|killed|reverted|unsuccessful|conflict|closed|simulat\w*)\b|\bwait(?:ing)? ?list(?:ed)?\b/i,
  /^(?!no )(?:(?:the|this|that|your|you|it) )?(?:[\w-]+ ){0,3}(?:(?:is|was|has been|are|were) )?(?:temporarily |currently )?(?:declined|rejected|aborted|cancell?ed|interrupted|unsuccessful|refused|reset|expired|invalid|down|offline|locked|unavailable|reserved by|required)(?:\s*$|[.:;,!(–—-]| (?:by|due|because|at the moment)\b)/i,
];

/** "Contact not found, created a new one": what comes behind it was done after all. */
const wasDone =
  /\b(?:created|added|saved|booked|(?:re)?scheduled|moved|sent|e?mailed|updated|stored|done|refreshed|renewed|filled|removed|deleted|confirmed|completed|notified|recorded|posted|processed|submitted|replaced|merged|retried|tried again|succeeded|successful(?:ly)?)\b|^(?:[\w-]+ ){0,2}opened\b(?! by)/i;
const wasNotDone =
  /(?:\b(?:not|no|never|nothing|none|without|zero|0|failed to|unable to|cannot|would have|would|already|fully)|n['’]t)\b[^,;:.–—]*|\b(?:un|booked by|0 of|must be|required|set to|dry[ -]run)[^,;.–—]*/gi;

/** Tools that delete also say "cancelled", and those that freeze "locked". */
const alike = [/cancel|delet|remov|stop/, /lock|block|freez|suspend/];

/** Whether a call does something: one of a tool that nobody declares does, unless its name says that it only looks. */
export function isDeed(call: ToolCall): boolean {
  return isWrite(call) && (call.effect !== undefined || !looksUp.test(call.name));
}

function isDeedOf(word: string, given: string): boolean {
  const isNamed = given.includes(word.replace(/(?:ed|d)$/, "").slice(0, 6));
  return isNamed || alike.some((deed) => deed.test(word) && deed.test(given));
}

function hasBadCause(text: string, given: string): boolean {
  const [first = ""] = text
    .trim()
    .slice(0, 300)
    .split(/(?<=[.!?])\s|\n/, 1);
  const isEnd = badEnds.some((one) => {
    const found = one
      .exec(first)?.[0]
      .toLowerCase()
      .match(/[a-z]{4,}/g);
    return found && !found.some((word) => isDeedOf(word, given));
  });
  return (isEnd || badCauses.some((one) => one.test(first))) && !wasDone.test(text.replace(wasNotDone, ""));
}

/**
 * Whether the result of a call that writes says, as a receipt does, that nothing was done. What a tool that reads returns
 * is content, and may well speak of failures. A plain no, such as `booked: false`, is an answer. What the call itself gives, such as a status to be set or a text to be sent, says nothing.
 */
export function isBadReceipt(call: ToolCall, result: JsonValue): boolean {
  if (!isDeed(call)) return false;
  const given = `${call.name} ${JSON.stringify(call.arguments)}`.toLowerCase();
  const isGiven = (word: string) => given.includes(word.toLowerCase().replace(/(?:p?ed|ure)$/, ""));
  const isBadState = (value: JsonValue) =>
    typeof value === "string" && badState.test(value.replace(/[_-]+/g, " ")) && !isGiven(value);
  const isBad = (value: JsonValue, depth: number): boolean => {
    if (typeof value === "string") {
      const parts = [value, value.slice(value.indexOf(": ") + 2)];
      // The first line of a page, or the words of a code. The heading of a note is content, if it only says what it is about.
      const bare = value
        .replace(/^#+ errors?\s+\S.*/is, "")
        .replace(/[*#`]+/g, "")
        .replace(/<[^>]*>/g, "\n")
        .trim();
      const [plain = ""] = (/^[A-Z_]+$/.test(bare) ? bare.toLowerCase().replaceAll("_", " ") : bare).split("\n", 1);
      if (parts.some((part) => part.length > 12 && isGiven(JSON.stringify(part).slice(1, -1)))) return false;
      const isBadText = badText.test(value) || badText.test(plain) || hasBadCause(value, given);
      return isBadText || [...objectsIn(value), ...pairsIn(value)].some((inner) => isBad(inner, depth));
    }
    if (Array.isArray(value) && value.length > 0 && value.every(isTextPart))
      return isBad(value.map(({ text }) => text).join("\n"), depth);
    if (!isJsonObject(value)) return depth === 0 && value === false;
    const fields = Object.entries(value).map(
      ([name, field]) => [name.toLowerCase().replace(/[_-]/g, ""), field] as const,
    );
    if (fields.some(([name, field]) => errors.test(name) && !isEmpty(field))) return true;
    if (fields.some(([name, field]) => succeeded.test(name) && (field === true || field === "true"))) return false;
    const own = call.name.toLowerCase().replace(/[_-]/g, "");
    const isBare = fields.every(([name]) => name === "code" || wrapper.test(name));
    const counts = fields.filter(([name, field]) => rowsChanged.test(name) && typeof field === "number");
    if (counts.length > 0 && counts.every(([, field]) => field === 0)) return true;
    // The reason of a plain no to the tool's own deed, such as `booked: false`, belongs to the answer.
    const isPlainNo = fields.some(
      ([name, field]) => field === false && call.name.toLowerCase().includes(name.slice(0, 4)),
    );
    const isBadIn = (name: string, field: JsonValue) =>
      typeof field === "string" && (isPlainNo || /^(?:status|state|outcome)$/.test(name))
        ? (isPlainNo && badText.test(field)) || objectsIn(field).some((inner) => isBad(inner, depth + 1))
        : isBad(field, depth + 1);
    return fields.some(
      ([name, field]) =>
        (succeeded.test(name) && isNo(field)) ||
        // Of many, some may be skipped.
        (broken.test(name) &&
          (/^(?:skipped|ignored|timeout)$/.test(name) ? field === true : !isNo(field) && !isEmpty(field)) &&
          !given.includes(name.replace(/p?ed$/, ""))) ||
        (state.test(name) && isBadState(field)) ||
        (/^(?:http)?status$/.test(name) && field === false) ||
        // What came to be has an id, if that is all that is told; in GraphQL the field has the tool's own name.
        ((field === null || field === "") &&
          fields.every(([other]) => other === name || wrapper.test(other)) &&
          (name === own ? makes.test(own) : idOf.test(name) && own.startsWith(name.slice(0, 4)))) ||
        (kind.test(name) && typeof field === "string" && badName.test(field) && !isGiven(field)) ||
        (/^(?:type|kind|resulttype)$/.test(name) &&
          typeof field === "string" &&
          badType.test(field) &&
          !isGiven(field)) ||
        // A code beside other facts may be that of a door.
        ((isBare || name !== "code") && status.test(name) && /^(?:[45]\d\d|-1)$/.test(String(field))) ||
        (outcomes.test(name) &&
          Array.isArray(field) &&
          field.some((one) => isJsonObject(one) && isBad(one, depth + 1))) ||
        ((wrapper.test(name) || name === own) &&
          depth < 4 &&
          (!Array.isArray(field) || field.every(isTextPart)) &&
          isBadIn(name, field)),
    );
  };
  return isBad(result, 0);
}

/** What a text says as XML or YAML does, or `success=false; reason=full`, or behind a label: `Result: {…}`. */
function pairsIn(text: string): JsonValue[] {
  // Markup within other words may be that of a file.
  const tags = /^\s*<.*>\s*$/s.test(text) ? [...text.matchAll(/<([\w-]+)>([^<>]*)<\/\1>/g)] : [];
  const lines = text
    .trim()
    .split(/[;\n]\s*/)
    .map((line) => /^([a-z][\w-]{0,20})(?:: |=)(.{1,80})$/i.exec(line) ?? []);
  const pairs = tags.length > 0 ? tags : lines.every(({ length }) => length > 0) ? lines : [];
  const behind = /^[\w ]{1,20}: *(\{.*\})$/s.exec(text.trim())?.[1];
  return [
    ...(pairs.length > 0
      ? [Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value.trim().replace(/^0\b.*/, "0")]))]
      : []),
    ...(behind ? objectsIn(behind) : []),
  ];
}

/** A part of the answer of an MCP server. */
const isTextPart = (value: JsonValue): value is { text: string } =>
  isJsonObject(value) && value.type === "text" && typeof value.text === "string";

function isNo(value: JsonValue): boolean {
  return value === false || value === 0 || (typeof value === "string" && /^(?:false|no|0)$/i.test(value));
}

/** A text that is JSON, also in a fence: over the wire even an object goes as text. */
export function objectsIn(text: string): JsonValue[] {
  const plain = text.trim().replace(/^```\w*\s+([\s\S]*?)\s*```$/, "$1");
  if (!/^[{["]/.test(plain)) return [];
  const value = jsonIn(plain);
  return value === undefined || value === text ? [] : [value];
}

export function isEmpty(value: JsonValue): boolean {
  if (typeof value === "string") return /^(?:0|false|none|null|ok|success|no errors?)?$/i.test(value.trim());
  return !value || (typeof value === "object" && Object.keys(value).length === 0);
}
