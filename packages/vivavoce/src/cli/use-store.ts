let asked: string | undefined;

/** The store that the command line names with `--store`; undefined if it names none. */
export function useStore(place: string | undefined): void {
  asked = place;
}

export function askedStore(): string | undefined {
  return asked;
}
