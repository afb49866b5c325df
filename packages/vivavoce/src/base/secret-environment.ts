const secretName =
  /key(?!board|ring)|token(?!iz)|secret|passw(?:or)?d|passphrase|credential|auth(?!ors?(?:_|$))|(?:^|_)pass(?:_|$)|_pwd$/i;

/** Values of secret-looking environment variables, in every form they may turn up in, the longest first. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): string[] {
  const forms = Object.entries(environment).flatMap(([name, given]) => {
    const value = given?.trim() ?? "";
    return secretName.test(name) && isSecretValue(value) ? formsOf(value) : [];
  });
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/** As it is, inside JSON text, and inside a URL. */
function formsOf(value: string): string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())];
}

function isSecretValue(value: string): boolean {
  return value.length >= 12 && !/^\p{L}+$/u.test(value) && !isPath(value);
}

/** A file's name, such as a socket or a file of credentials. A long run of characters is rather a key that starts with a slash. */
function isPath(value: string): boolean {
  return /^(?:~|\.{0,2})\//.test(value) && value.split("/").every((part) => part.length < 24);
}
