/** A key may stand right behind an escape of JSON text ("\nsk-…") or of a URL ("%3Dsk-…"): its last letter is not the key's. */
const behindEscape = String.raw`(?<=\\[bfnrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})`;
const wordStart = `(?:(?<![A-Za-z0-9])|${behindEscape})`;

const keyFormats = [
  "sk-[A-Za-z0-9_-]{16,}",
  "[rs]k_(?:live|test)_[A-Za-z0-9]{16,}",
  "gh[oprsu]_[A-Za-z0-9]{20,}",
  "github_pat_[A-Za-z0-9_]{20,}",
  "glpat-[A-Za-z0-9_-]{20,}",
  "xox[abeoprs]-[A-Za-z0-9-]{10,}",
  "xapp-[A-Za-z0-9-]{10,}",
  "A[KS]IA[0-9A-Z]{16}(?![0-9A-Za-z])",
  "AIza[0-9A-Za-z_-]{35,}",
  "hf_[A-Za-z0-9]{20,}",
  "gsk_[A-Za-z0-9]{20,}",
  "xai-[A-Za-z0-9]{20,}",
  "pplx-[A-Za-z0-9]{20,}",
];
/** Begun only where a run of its characters begins: a long one is not read again from each of its dashes. */
const webToken = String.raw`(?:(?<![A-Za-z0-9_-])|${behindEscape})eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}`;
const pemBegin = "-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----";
const pemEnd = "-----END [A-Z ]{0,40}PRIVATE KEY-----";

/** What is secret wherever it stands: keys by their format, web tokens, private keys, also one whose end was cut off. */
export const secretFormats: readonly RegExp[] = [
  new RegExp(`${pemBegin}(?:(?!-----BEGIN )[\\s\\S])*?${pemEnd}`, "g"),
  new RegExp(`${pemBegin}(?:(?:\\s|\\\\[nr])*[A-Za-z0-9+/=]{40,})+`, "g"),
  new RegExp(`${wordStart}(?:${keyFormats.join("|")})`, "g"),
  new RegExp(webToken, "g"),
];

const quote = String.raw`(?:\\*["'])?`;
const assigned = String.raw`${quote}\s*[:=]\s*${quote}`;
const scheme = String.raw`(?:(?:bearer|basic|token|digest|negotiate|api-?key|key)\s+)?`;
const token = "[A-Za-z0-9._~+/=-]{8,}";
/** "a bearer certificate" is no token. */
const notPlainWord = String.raw`(?![A-Za-z]{1,19}\.?(?:[^A-Za-z0-9._~+/=-]|$))`;

/** Headers and settings that carry a secret; the first group stays. */
export const secretHeaders: readonly RegExp[] = [
  new RegExp(`${wordStart}((?:proxy-)?authorization${assigned}${scheme})${token}`, "gi"),
  new RegExp(`${wordStart}(bearer\\s+)${notPlainWord}${token}`, "gi"),
  new RegExp(`${wordStart}((?:x-)?api[-_]?key${assigned})${token}`, "gi"),
];

/** The name of a field whose string is such a header's value. */
export const secretField = /^(?:(?:proxy-)?authorization|(?:[a-z]+[-_])*api[-_]?key)$/i;

/** What a text must hold for any of these patterns to match it: a cheap look before the patterns themselves. */
export const mayMatch =
  /sk-|[rs]k_|gh[oprsu]_|github_pat_|glpat-|xox[abeoprs]-|xapp-|A[KS]IA|AIza|hf_|gsk_|xai-|pplx-|eyJ|-----BEGIN|authorization|bearer|api[-_]?key/i;
