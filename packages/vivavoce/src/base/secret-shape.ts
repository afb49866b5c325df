/** A word, in any usual spelling of code and prose: `required`, `OAuth2`, `XMLHttpRequest`, `RFC6750`, `2024`. */
const word = /^(?:[A-Z]{0,4}[a-z]{0,19}(?:[A-Z][a-z]{2,19}){0,6}[A-Z]{0,4}\d{0,2}|[A-Z]{1,19}\d{0,4}|\d{1,4})$/;
const joints = /[^A-Za-z0-9]+/;

/** Whether a token is made of words: `your-api-key-here`, `process.env.API_KEY`. A key is not. */
export function isWordy(token: string): boolean {
  return token.split(joints).every((part) => word.test(part));
}

/** One word, or a placeholder from a manual, such as `YOUR_TOKEN_HERE`. */
export function isPlaceholder(token: string): boolean {
  if (!isWordy(token)) return false;
  const parts = token.split(joints).filter((part) => part !== "");
  return parts.length < 2 || /your|here|token|key|example|sample|placeholder|secret|string|value|xxx/i.test(token);
}
