import { type SecretRule, wordStart } from "./secret-formats.ts";
import { isPlaceholder, isWordy } from "./secret-shape.ts";

const quote = String.raw`(?:\\{0,8}["'])?`;
const assigned = String.raw`${quote}\s{0,64}[:=]\s{0,64}${quote}`;
const scheme = String.raw`(?:(?:bearer|basic|token|digest|negotiate|api-?key|key)\s{1,64})?`;
/** A dot at the end is the sentence's. */
const token = "[A-Za-z0-9._~+/%=-]{7,}[A-Za-z0-9_~+/%=-]";

/** Settings and parameters whose value is a secret when it is not made of words; written `api_key`, `api-key`, `apiKey`. */
const settingNames =
  "api key|client secret|access token|refresh token|id token|auth token|session token|security token|private token|secret access key|account key|shared access key".split(
    "|",
  );
const settings = settingNames.map((name) => name.replaceAll(" ", "[-_]?")).join("|");
const settingHints = settingNames.flatMap((name) => ["_", "-", ""].map((joint) => name.replaceAll(" ", joint)));

/** Settings whose value is a secret even if it is a word: `DB_PASSWORD=hunter2`, `"password": "hunter2"`. */
const passwordNames = ["password", "passwd", "passphrase", "pwd"];
/** Up to the end of its quotes, its parameter or its line; what a bracket follows is code. */
const passwordValue = String.raw`[^\s"'\\;&,<>(){}[\]]{3,256}(?=$|[\s"'\\;&,<>)}\]])`;
/** What stands in such a place in schemas, code and manuals. */
const notPassword =
  /^(?:null|none|nil|true|false|undefined|string|text|str|required|optional|hidden|invalid|your|(?:(?:my|your|the|new|old|user|db)[-_]?)?(?:password|passwd|passphrase|pwd)(?:[-_]?here)?|[=/~.].*|[a-z_$][\w$]*(?:\.[a-z_$][\w$]*)+)[.:!?]?$/i;

/** After a colon and without quotes it may be prose: "Password: forgotten". */
function isPassword(secret: string, before: string): boolean {
  if (template.test(secret) || notPassword.test(secret)) return false;
  return /[="']\s*$/.test(before) || (/\d/.test(secret) && /\D/.test(secret));
}

/** In a URL: `scheme://user:password@host`. */
const userinfo = String.raw`(:\/\/[^\s/?#@:"'<>\\[\]]{0,256}:)([^\s/?#"'<>\\[\]]{1,256})(?=@)`;
const userToken = String.raw`(:\/\/)([A-Za-z0-9_-]{16,256})(?=@)`;
const template = /^(?:\*+|\.+|x+|<.*|\$.*|\{.*|%[A-Za-z_]+%)$/i;

/** Addresses that give access to anyone who knows them; the host stays readable. */
const webhooks: readonly (readonly [hint: string, path: string])[] = [
  ["hooks.slack.com", String.raw`\/(?:services|workflows|triggers)\/`],
  ["discord.com", String.raw`\/api\/(?:v\d{1,2}\/)?webhooks\/`],
  ["discordapp.com", String.raw`\/api\/(?:v\d{1,2}\/)?webhooks\/`],
  ["webhook.office.com", String.raw`\/webhookb2\/`],
  ["outlook.office.com", String.raw`\/webhook\/`],
  ["outlook.office365.com", String.raw`\/webhook\/`],
  ["logic.azure.com", String.raw`(?::443)?\/workflows\/`],
  ["chat.googleapis.com", String.raw`\/v1\/spaces\/`],
  ["hooks.zapier.com", String.raw`\/hooks\/catch\/`],
];

/** Secrets that are known by the text before them: headers, settings, addresses. */
export const secretContexts: readonly SecretRule[] = [
  {
    kind: "authorization",
    hints: ["authorization"],
    pattern: new RegExp(`${wordStart}(authorization${assigned}${scheme})(${token})`, "iy"),
    accepts: (secret, before) =>
      /\s$/.test(before) && /[a-z]\s+$/i.test(before) ? !isPlaceholder(secret) : !isWordy(secret),
  },
  {
    kind: "bearer-token",
    hints: ["bearer"],
    pattern: new RegExp(`${wordStart}(bearer\\s{1,64})(${token})`, "iy"),
    accepts: (secret) => !isWordy(secret),
  },
  {
    kind: "setting",
    hints: settingHints,
    pattern: new RegExp(`((?:${settings})${assigned})(${token})`, "iy"),
    accepts: (secret) => !isWordy(secret),
  },
  {
    kind: "password",
    hints: ["password", "pwd"],
    // Of a connection string, whose parts end in semicolons: "Server=a;User Id=b;Password=c;"
    pattern: /(?<=;\s{0,8})((?:password|pwd)\s{0,8}=\s{0,8})([^;\s"'\\[\]]{3,256})/iy,
    accepts: (secret) => !template.test(secret),
  },
  {
    kind: "password",
    hints: passwordNames,
    pattern: new RegExp(`((?:${passwordNames.join("|")})${assigned})(${passwordValue})`, "iy"),
    accepts: isPassword,
  },
  {
    kind: "url-password",
    hints: ["://"],
    pattern: new RegExp(userinfo, "y"),
    accepts: (secret) => !template.test(secret),
  },
  { kind: "url-token", hints: ["://"], pattern: new RegExp(userToken, "y"), accepts: (secret) => !isWordy(secret) },
  ...webhooks.map(
    ([hint, path]): SecretRule => ({
      kind: "webhook",
      hints: [hint],
      pattern: new RegExp(
        `(${hint.replaceAll(".", "\\.")}${path})([^\\s"'<>\\\\\\[\\]()]{8,512}[^\\s"'<>\\\\\\[\\]().,;])`,
        "iy",
      ),
      accepts: (secret) => !isWordy(secret),
    }),
  ),
  {
    kind: "cookie",
    hints: ["cookie"],
    pattern: new RegExp(`(cookie2?${assigned})([^\\r\\n"'\\\\]{4,})`, "iy"),
    parts: cookieValues,
  },
];

const attribute = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
const sessionName = /sess|sid\b|^sid|auth|token|csrf|xsrf|jwt|login|remember|secret|key/i;

/** The values in `a=1; b=2`; harmless ones such as the page's colours stay readable. */
function cookieValues(header: string): { start: number; end: number }[] {
  return [...header.matchAll(/(?<![^;,\s])([^=;,\s[\]]+)=([^;,\s[\]]+)/g)].flatMap(
    ({ 1: name = "", 2: value = "", index }) => {
      if (attribute.test(name)) return [];
      const isSecret = sessionName.test(name) ? value.length >= 4 : value.length >= 8 && !isWordy(value);
      const start = index + name.length + 1;
      return isSecret ? [{ start, end: start + value.length }] : [];
    },
  );
}

/** The name of a field whose string is such a header's or setting's value. */
export const secretField = new RegExp(
  `^(?:(?:proxy-)?authorization|(?:set-)?cookie2?|(?:[a-z]+[-_])*(?:${settings})|[\\w-]*(?:${passwordNames.join("|")}))$`,
  "i",
);
