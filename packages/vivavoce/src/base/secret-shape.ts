/** A word, in any usual spelling of code and prose: `required`, `OAuth2`, `XMLHttpRequest`, `RFC6750`, `2024`. */
const word = /^(?:[A-Z]{0,4}[a-z]{0,19}(?:[A-Z][a-z]{2,19}){0,6}[A-Z]{0,4}\d{0,2}|[A-Z]{1,19}\d{0,4}|\d{1,4})$/;

/** Whether a token is made of words: `your-api-key-here`, `process.env.API_KEY`. A key is not. */
export function isWordy(token: string): boolean {
  return token.split(/[^A-Za-z0-9]+/).every((part) => word.test(part));
}
