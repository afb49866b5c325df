import { createRequire } from "node:module";
import { join } from "node:path";

/** Asks a database, without Viva's code around it. */
export type Rows = (statement: string) => Promise<Record<string, unknown>[]>;

interface Client {
  connect(): Promise<void>;
  query(statement: string): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}

/** A connection to PostgreSQL with the driver of `distributed/`. */
export async function connected(url: string): Promise<{ rows: Rows; close(): Promise<void> }> {
  const load = createRequire(join(import.meta.dirname, "../../distributed/package.json"));
  const { Client } = load("pg") as { Client: new (url: string) => Client };
  const client = new Client(url);
  await client.connect();
  return { rows: async (statement) => (await client.query(statement)).rows, close: () => client.end() };
}
