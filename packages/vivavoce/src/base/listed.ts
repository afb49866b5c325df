/**
 * The first of some names, and how many more there are.
 *
 * @example listed(["a", "b", "c", "d"], 2) // "a, b and 2 more"
 */
export function listed(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
