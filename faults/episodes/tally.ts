export const groups = ["process", "server", "store", "disk", "clock"] as const;
export type FaultGroup = (typeof groups)[number];

/** Counts faults by kind. */
export class Tally {
  readonly counts = new Map<string, number>();
  total = 0;

  add(group: FaultGroup, kind: string): void {
    const name = `${group}: ${kind}`;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    this.total += 1;
  }

  addAll(other: Tally): void {
    for (const [name, count] of other.counts) this.counts.set(name, (this.counts.get(name) ?? 0) + count);
    this.total += other.total;
  }

  /** A line for each kind, by group. */
  lines(): string[] {
    return [...this.counts]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, count]) => `${String(count).padStart(6)}  ${name}`);
  }
}
