/** "1 case", "26 cases", "100,000 trials" */
export function plural(count: number, word: string): string {
  return `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;
}

/** "100,000", for whole numbers. Node's own formatting takes half as long to load as Node itself. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
