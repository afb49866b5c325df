const place = "viva-rater";

/** The name that was given last in this browser; "" where there is none, or where the browser keeps nothing. */
export function knownRater(): string {
  try {
    return localStorage.getItem(place) ?? "";
  } catch {
    return "";
  }
}

export function keepRater(name: string): void {
  try {
    localStorage.setItem(place, name);
  } catch {
    // Then it is asked again the next time.
  }
}
