/** Where a case is, and its hash when it was checked. */
export interface CaseEntry {
  id: string;
  /** Its file's number in the list of files. */
  file: number;
  offset: number;
  length: number;
  /** 0 for a case given in code. */
  line: number;
  /** SHA-256 of the finished case, in hex. */
  hash: string;
}

const hashBytes = 32;
const entryBytes = hashBytes + 4 + 8 + 4 + 4;
const entriesPerBlock = 1024;

/**
 * What stays in memory of every case while a suite runs: its id and 52 bytes. It grows by blocks, so that growing neither
 * copies nor reserves much.
 */
export class CaseIndex {
  readonly #ids: string[] = [];
  readonly #blocks: Buffer[] = [];

  get size(): number {
    return this.#ids.length;
  }

  /** Returns the entry's number. */
  add({ id, file, offset, length, line, hash }: CaseEntry): number {
    const number = this.#ids.length;
    if (number % entriesPerBlock === 0) this.#blocks.push(Buffer.alloc(entryBytes * entriesPerBlock));
    this.#ids.push(id);
    const { block, at } = this.#locate(number);
    block.write(hash, at, "hex");
    block.writeUInt32LE(file, at + hashBytes);
    block.writeDoubleLE(offset, at + hashBytes + 4);
    block.writeUInt32LE(length, at + hashBytes + 12);
    block.writeUInt32LE(line, at + hashBytes + 16);
    return number;
  }

  id(number: number): string {
    const id = this.#ids[number];
    if (id === undefined) throw new RangeError(`there is no case number ${number} among ${this.size}`);
    return id;
  }

  hash(number: number): string {
    const { block, at } = this.#locate(number);
    return block.toString("hex", at, at + hashBytes);
  }

  entry(number: number): CaseEntry {
    const { block, at } = this.#locate(number);
    return {
      id: this.id(number),
      hash: this.hash(number),
      file: block.readUInt32LE(at + hashBytes),
      offset: block.readDoubleLE(at + hashBytes + 4),
      length: block.readUInt32LE(at + hashBytes + 12),
      line: block.readUInt32LE(at + hashBytes + 16),
    };
  }

  #locate(number: number): { block: Buffer; at: number } {
    const block = this.#blocks[Math.floor(number / entriesPerBlock)];
    if (!block || number < 0 || number >= this.size) {
      throw new RangeError(`there is no case number ${number} among ${this.size}`);
    }
    return { block, at: (number % entriesPerBlock) * entryBytes };
  }
}
