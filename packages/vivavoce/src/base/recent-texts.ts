/** How many characters each of the two sets may hold. */
const mostCharacters = 500_000;
/** What an entry takes beside its text. */
const perText = 50;

/**
 * Remembers texts for a short while. Each text of a model call is searched for secrets when the call is kept, again when
 * it is written, and once more in every later request of its conversation: only the first time does it take long.
 */
export function recentTexts() {
  let older = new Set<string>();
  let newer = new Set<string>();
  let room = mostCharacters;
  return {
    has: (text: string): boolean => newer.has(text) || older.has(text),
    add(text: string): void {
      room -= text.length + perText;
      if (room < 0) {
        [older, newer] = [newer, new Set()];
        room = mostCharacters - text.length - perText;
      }
      if (room >= 0) newer.add(text);
    },
  };
}
