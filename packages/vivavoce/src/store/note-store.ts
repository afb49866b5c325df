import { randomBytes } from "node:crypto";
import type { TrialAddress } from "./records.ts";
import { StorePart } from "./store-database.ts";

/** What a person noted about an exchange of a trial, and when. */
interface Note {
  exchange: number;
  author: string;
  notedAt: number;
  text: string;
}

/** Notes on exchanges. They are appended, and deleted with their run. */
export class NoteStore extends StorePart {
  async add({ run, suite, trial }: TrialAddress, { exchange, author, notedAt, text }: Note): Promise<void> {
    const id = randomBytes(8).toString("hex");
    const said = { author: this.redactor.text(author), body: this.redactor.json(text) };
    await this.database
      .insertInto("notes")
      .values({ id, run, suite, trial, exchange, noted_at: notedAt, ...said })
      .execute();
  }

  /** The notes on one trial, oldest first. */
  async of({ run, suite, trial }: TrialAddress): Promise<Note[]> {
    const rows = await this.database
      .selectFrom("notes")
      .select(["exchange", "author", "noted_at", "body"])
      .where(({ and }) => and({ run, suite, trial }))
      .orderBy("noted_at")
      .orderBy("id")
      .execute();
    return rows.map(({ exchange, author, noted_at, body }) => {
      const text = this.database.json<string>(body);
      return { exchange: Number(exchange), author, notedAt: Number(noted_at), text };
    });
  }
}
