import { isWordy } from "./secret-shape.ts";

/** A secret that is known by its beginning. */
export interface SecretRule {
  kind: string;
  /** How it may begin, three characters or more: only there is the pattern tried. */
  hints: readonly string[];
  /** Sticky, and read in time that grows with its match only. Without groups the whole is the secret, otherwise group 2 behind group 1. */
  pattern: RegExp;
  /** Rejects texts that only look like a secret. */
  accepts?: ((secret: string, before: string) => boolean) | undefined;
  /** The secrets within group 2, if it holds several. */
  parts?: ((text: string) => { start: number; end: number }[]) | undefined;
}

/** A key may stand right behind an escape of JSON text ("\nsk-…") or of a URL ("%3Dsk-…"): its last letter is not the key's. */
const behindEscape = String.raw`(?<=\\[bfnrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})`;
const wordStart = `(?:(?<![A-Za-z0-9])|${behindEscape})`;

/** `dashed`: its body may hold dashes and underscores, and so could be a name made of words. */
const plain = (least: number) => `[A-Za-z0-9]{${least},}`;
const dashed = (least: number) => `[A-Za-z0-9_-]{${least},}`;
const hex = (least: number) => `[0-9a-fA-F]{${least},}`;

/** Kind, how it begins, what follows. */
const keys: readonly (readonly [kind: string, hints: string, body: string])[] = [
  ["anthropic-key", "sk-ant-", dashed(16)],
  ["openrouter-key", "sk-or-", dashed(16)],
  ["openai-key", "sk-", dashed(16)],
  ["stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_", plain(16)],
  ["github-token", "gho_ ghp_ ghr_ ghs_ ghu_", plain(20)],
  ["github-token", "github_pat_", dashed(20)],
  ["gitlab-token", "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- gloas- glimt- glagent-", dashed(20)],
  ["slack-token", "xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp-", "[A-Za-z0-9%.-]{9,}[A-Za-z0-9]"],
  ["aws-key-id", "AKIA ASIA ABIA ACCA", "[0-9A-Z]{16}(?![0-9A-Za-z])"],
  ["google-key", "AIza", dashed(35)],
  ["google-token", "ya29.", dashed(16)],
  ["google-secret", "GOCSPX-", dashed(20)],
  ["google-token", "1//0", dashed(30)],
  ["hugging-face-token", "hf_ api_org_", plain(20)],
  ["groq-key", "gsk_", plain(20)],
  ["xai-key", "xai-", plain(20)],
  ["perplexity-key", "pplx-", plain(20)],
  ["replicate-token", "r8_", plain(30)],
  ["nvidia-key", "nvapi-", dashed(30)],
  ["tavily-key", "tvly-", dashed(20)],
  ["pinecone-key", "pcsk_", dashed(30)],
  ["npm-token", "npm_", plain(30)],
  ["pypi-token", "pypi-", dashed(16)],
  ["rubygems-key", "rubygems_", hex(40)],
  ["docker-token", "dckr_pat_ dckr_oat_", dashed(20)],
  ["sendgrid-key", "SG.", String.raw`[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]{16,})+`],
  ["mailgun-key", "key-", "[0-9a-f]{32}(?![0-9A-Za-z])"],
  ["twilio-key", "SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf", "[0-9a-f]{31}(?![0-9A-Za-z])"],
  ["square-token", "sq0atp- sq0csp- sq0idp-", dashed(20)],
  ["shopify-token", "shpat_ shpca_ shppa_ shpss_", hex(32)],
  ["digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", hex(40)],
  ["databricks-token", "dapi", "[0-9a-f]{32}(?:-[0-9])?(?![0-9A-Za-z])"],
  ["vault-token", "hvs. hvb. hvr.", dashed(24)],
  ["linear-key", "lin_api_ lin_oauth_", plain(30)],
  ["notion-secret", "secret_ ntn_", plain(40)],
  ["postman-key", "PMAK-", "[0-9a-f]{24}-[0-9a-f]{34}"],
  ["newrelic-key", "NRAK-", plain(20)],
  ["sentry-token", "sntrys_ sntryu_", "[A-Za-z0-9+/=_-]{30,}"],
  ["grafana-token", "glsa_ glc_", "[A-Za-z0-9+/=_]{30,}"],
  ["doppler-token", "dp.pt. dp.st. dp.ct. dp.sa.", "[A-Za-z0-9_.-]{30,}"],
  ["dynatrace-token", "dt0c01. dt0s01.", "[A-Za-z0-9.]{30,}"],
  ["atlassian-token", "ATATT3 ATCTT3 ATBB", "[A-Za-z0-9_=-]{24,}"],
  ["figma-token", "figd_", dashed(30)],
  ["supabase-token", "sbp_ sb_secret_", plain(20)],
  ["planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_", "[A-Za-z0-9_.-]{24,}"],
  ["heroku-key", "HRKU-", dashed(30)],
  ["age-key", "AGE-SECRET-KEY-1", plain(40)],
  ["alibaba-key-id", "LTAI", "[A-Za-z0-9]{16,26}(?![0-9A-Za-z])"],
  ["telegram-token", ":AA", dashed(30)],
];

/** `:AA` alone is not a beginning: a Telegram bot's number stands before it. */
const behindNumber = "(?<=(?<![0-9])[0-9]{8,10})";

const keyRules: SecretRule[] = keys.map(([kind, begin, body]) => {
  const hints = begin.split(" ");
  const start = kind === "telegram-token" ? behindNumber : wordStart;
  const mayBeWords = /_-\]|\.-\]/.test(body);
  return {
    kind,
    hints,
    pattern: new RegExp(`${start}(?:${hints.map(RegExp.escape).join("|")})${body}`, "y"),
    accepts: mayBeWords ? (key) => !isWordy(key) : undefined,
  };
});

const pemName = "[A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?";
const pemBegin = `-----BEGIN ${pemName}-----`;

export const secretFormats: readonly SecretRule[] = [
  {
    kind: "private-key",
    hints: ["-----BEGIN "],
    // Also matches a key whose end was cut off.
    pattern: new RegExp(
      `${pemBegin}(?:(?:(?!-----BEGIN )[\\s\\S])*?-----END ${pemName}-----|(?:(?:\\s|\\\\[nr])*[A-Za-z0-9+/=]{40,})+)`,
      "y",
    ),
  },
  {
    kind: "web-token",
    hints: ["eyJ"],
    // Starts only at the beginning of a run of its characters, so that a long run is not read again from each dash.
    pattern: new RegExp(
      `(?:(?<![A-Za-z0-9_-])|${behindEscape})eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}`,
      "y",
    ),
  },
  ...keyRules,
];

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

/** One word, or a placeholder from a manual, such as `YOUR_TOKEN_HERE`. */
function isPlaceholder(token: string): boolean {
  if (!isWordy(token)) return false;
  const parts = token.split(/[^A-Za-z0-9]+/).filter((part) => part !== "");
  return parts.length < 2 || /your|here|token|key|example|sample|placeholder|secret|string|value|xxx/i.test(token);
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
