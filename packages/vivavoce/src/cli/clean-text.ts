import { type Redactor, redactor, safeText } from "../base/index.ts";

let secrets: Redactor | undefined;

/** From here on the secrets of the project are known too, such as those in its .env file. */
export function rememberSecrets(known: Redactor): void {
  secrets = known;
}

/** Text for a terminal: without secrets, without control characters. Errors quote files, servers and agents. */
export function cleanText(text: string): string {
  secrets ??= redactor();
  return safeText(secrets.text(text));
}
