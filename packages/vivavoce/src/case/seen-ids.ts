/** Where each id was first seen. Two numbers are packed into one to save memory with a hundred thousand cases. */
export class SeenIds {
  readonly #places = new Map<string, number>();

  /** Notes an id; returns where it was before, if it was. */
  note(id: string, file: number, line: number): { file: number; line: number } | undefined {
    const before = this.#places.get(id);
    if (before !== undefined) return { file: Math.floor(before / lines), line: before % lines };
    this.#places.set(id, file * lines + line);
    return undefined;
  }
}

const lines = 2 ** 32;
