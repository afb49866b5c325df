import { type Redactor, redactor, safeText } from "../base/index.ts";

let secrets: Redactor | undefined;

/** Adds the project's secrets, such as those in its .env file, to what `cleanText` removes. */
export function rememberSecrets(known: Redactor): void {
  secrets = known;
}

/** Text for a terminal: without secrets, without control characters. Errors quote files, servers and agents. */
export function cleanText(text: string): string {
  secrets ??= redactor();
  return safeText(secrets.text(text));
}
