/** What a bench says: a ratio, and the limit it has to keep. */
export interface Measurement {
  what: string;
  ratio: number;
  limit: number;
  /** What was measured, in words. */
  detail: string;
}
