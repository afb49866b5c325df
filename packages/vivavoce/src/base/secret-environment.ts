import { isWordy } from "./secret-shape.ts";
import { unescapedText } from "./text-view.ts";

const secretName =
  /key(?!board|ring)|token(?!iz)|secret|passw(?:or)?d|passphrase|credential|auth(?!ors?(?:_|$))|(?:^|_)pass(?:_|$)|_pwd$|cookie|jwt|webhook|(?:^|_)dsn(?:_|$)|connection_?string/i;
/** The name of a variable about secrets, which holds none if its value is made of words. */
const describingName =
  /_(?:algorithm|audience|dir|directory|domain|enabled|endpoint|expiry|file|header|home|host|issuer|length|method|mode|name|path|prefix|provider|realm|region|scope|type|user|username|version)$/i;
/** The name of a variable that holds a secret only if its address has a password. */
const addressName = /_ur[li]$|^viva_(?:store|queue)$/i;
const shortest = 12;

/** An environment without the variables whose names say that they hold a secret, however short it is. */
export function withoutSecrets(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(environment).filter(([name, value]) => value !== undefined && !isSecretly(name, value));
  return Object.fromEntries(kept) as Record<string, string>;
}

function isSecretly(name: string, value: string): boolean {
  const isNamed = secretName.test(name) || (addressName.test(name) && passwordIn(value) !== undefined);
  return isNamed && !(describingName.test(name) && isWordy(value));
}

/** Values of secret-looking environment variables, in every form in which they may occur. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): string[] {
  const forms = Object.entries(environment).flatMap(([name, given]) => {
    const value = given?.trim() ?? "";
    if (!isSecretly(name, value) || !isSecretValue(value)) return [];
    return [value, ...(passwordIn(value) ?? [])].filter(({ length }) => length >= shortest).flatMap(formsOf);
  });
  return [...new Set(forms)];
}

function isSecretValue(value: string): boolean {
  return value.length >= shortest && !/^\p{L}+$/u.test(value) && !isPath(value) && !isPlainAddress(value);
}

/** A file's name, such as a socket or a file of credentials. A key may begin with a slash too, but not with a word. */
function isPath(value: string): boolean {
  const [root = "", first = "", ...parts] = value.replace(/[^/]+\.(?:json|pem|sock|ya?ml|txt)$/i, "file").split("/");
  return /^(?:~|\.{0,2})$/.test(root) && isWordy(first) && [first, ...parts].every((part) => part.length < 24);
}

/** A public address, as in KEYCLOAK_URL=http://localhost:8080/login. */
function isPlainAddress(value: string): boolean {
  return /^https?:\/\/[^\s@?#]+$/i.test(value) && isWordy(value.replace(/:\d+/, ""));
}

function passwordIn(value: string): [string] | undefined {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@:]*:([^\s/?#]+)@/i.exec(value)?.[1];
  return password === undefined ? undefined : [password];
}

/**
 * Every form of a value that is easy to read back. The search handles letter case, line breaks,
 * invisible characters and escapes.
 */
function formsOf(value: string): string[] {
  const bytes = Buffer.from(value.toWellFormed());
  const plain = [value, ...withoutBlanks(value), value.replaceAll(" ", "+"), value.toUpperCase()];
  return [
    ...plain.flatMap((form) => [form, quoted(form), quoted(quoted(form)), unescapedText(form)?.text ?? form]),
    bytes.toString("hex"),
    ...[0, 1, 2].flatMap((before) => alphabets.map((alphabet) => base64Within(bytes, before, alphabet))),
  ].filter(({ length }) => length >= shortest);
}

/** The characters of a base64 text that come only from these bytes, if this many other bytes come before them. */
function base64Within(bytes: Buffer, before: number, alphabet: "base64" | "base64url"): string {
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  return padded.toString(alphabet).slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
}

const alphabets = ["base64", "base64url"] as const;
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);

/** A line break may have replaced any of its blanks. */
function withoutBlanks(value: string): string[] {
  return Array.from(value.matchAll(/\s+/g).take(20)).map(
    ({ 0: blank, index }) => value.slice(0, index) + value.slice(index + blank.length),
  );
}
