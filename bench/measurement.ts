/** What a bench says: a value, and the limit it has to keep. */
export interface Measurement {
  what: string;
  value: number;
  limit: number;
  /** What was measured, in words. */
  detail: string;
}
