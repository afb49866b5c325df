import { withOwnConnections } from "../base/index.ts";

/** The parts of the package `pg` that are used here; it has no types of its own. */
export interface Pg {
  Pool: new (settings: Record<string, unknown>) => PgPool;
  types: { getTypeParser(type: number, format?: string): (text: string) => unknown };
}

interface PgPool {
  connect(): Promise<PgClient>;
  end(): Promise<void>;
  on(event: "error" | "connect", listener: (subject: PgClient) => void): void;
}

interface PgClient {
  query(text: string, parameters?: readonly unknown[]): Promise<PgResult>;
  /** `true`: the connection is not used again. */
  release(broken: boolean): void;
  on(event: "error", listener: () => void): void;
}

interface PgResult {
  command: string;
  rowCount: number | null;
  rows: Record<string, unknown>[];
}

/** PostgreSQL's numbers of the types int8 and numeric, which counts and sums have. */
const wholeNumber = 20;
const decimalNumber = 1700;

/** Connections to one database. They are Viva's own: the network rules of a suite do not concern them. */
export class PostgresPool {
  readonly #pool: PgPool;

  constructor({ Pool, types }: Pg, url: string) {
    const getTypeParser = (type: number, format?: string) =>
      type === wholeNumber || type === decimalNumber ? Number : types.getTypeParser(type, format);
    this.#pool = new Pool({
      connectionString: url,
      application_name: "viva",
      max: 4,
      connectionTimeoutMillis: 20_000,
      keepAlive: true,
      // A server that has lost its power or its network closes no connection: by default nobody would notice for hours.
      keepAliveInitialDelayMillis: 10_000,
      allowExitOnIdle: true,
      types: { getTypeParser },
    });
    // A connection that breaks while nobody uses it, or between two statements, is noticed at its next use.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => client.on("error", () => {}));
  }

  take(): Promise<PgClient> {
    return withOwnConnections(() => this.#pool.connect());
  }

  /** Making room may open a connection for somebody who waits. */
  giveBack(client: PgClient, state: "sound" | "broken"): void {
    withOwnConnections(() => client.release(state === "broken"));
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
