/** What this browser keeps from one visit to the next; undefined where there is nothing, or where it keeps nothing. */
export function kept(place: string): string | undefined {
  try {
    return localStorage.getItem(place) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(place: string, value: string): void {
  try {
    localStorage.setItem(place, value);
  } catch {
    // Then it lasts until the page is closed.
  }
}
