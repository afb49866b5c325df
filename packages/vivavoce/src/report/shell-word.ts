/** A word as a shell takes it whole: an id may hold characters that mean something there. */
export function shellWord(text: string): string {
  return /^[\w.,:@%+=/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
