/** A number that rises when the run, or without one any run, was written. */
export function useVersion(_run?: string): number {
  return 0;
}
