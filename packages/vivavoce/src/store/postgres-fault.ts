import { messageOf } from "../base/index.ts";
import { StoreError, type StoreFault } from "./store-error.ts";
import { databaseAt, shownPlace } from "./store-place.ts";

/** PostgreSQL's own code of an error, or the system's; "" if it has none. */
function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}

const unreachable = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN"],
  // No name server, and no socket in the file system.
  ...["ENOTFOUND", "EAI_AGAIN", "ENOENT"],
  // The server ends, or starts, or has no connection to give.
  ...["57P01", "57P02", "57P03", "57P05", "53300"],
  // This process stood still within a transaction.
  "25P03",
]);

/** `pg` has no codes for these. */
const brokenConnection = /connection terminated|timeout exceeded when trying to connect|connection error and is not q/i;

/** Whether the connection or the server is gone, which may pass. */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  const isGone =
    unreachable.has(code) || code.startsWith("08") || (code === "" && brokenConnection.test(messageOf(error)));
  return isGone && (causeOf(error)?.fault ?? "unreachable") === "unreachable";
}

/** Whether the transaction got in the way of another one, and can be done again. */
export function isConflict(error: unknown): boolean {
  // Serialisation failure, deadlock, and a row that another transaction inserted first.
  return ["40001", "40P01", "23505"].includes(codeOf(error));
}

type Words = { fault: StoreFault; message: string; remedy: string };

const goOn = "Finished trials are kept; viva run --resume plays the rest of an interrupted run.";

/** Errors that have the same code, or none, and need different remedies: the first that fits. */
interface Cause {
  when: RegExp;
  fault: StoreFault;
  /** After "the store at PLACE cannot be opened: ". */
  says: string;
  remedy: string;
}

const withTls = "sslmode=verify-full in the store's address, with sslrootcert=FILE for a private authority";
const fixedSchema = "alter role USER set search_path = SCHEMA";
const user: Omit<Cause, "when"> = {
  fault: "unopenable",
  says: "PostgreSQL refuses the user or the password",
  remedy: "Check both in the store's address, or in PGUSER and PGPASSWORD.",
};
const causes: readonly Cause[] = [
  {
    when: /no pg_hba.conf entry.*(?:no encryption|SSL off)/is,
    fault: "unopenable",
    says: "the server does not accept this user from here without TLS",
    remedy: `Write ${withTls}; or have an entry added to pg_hba.conf.`,
  },
  {
    when: /no pg_hba.conf entry|pg_hba.conf rejects/i,
    fault: "unopenable",
    says: "the server does not accept this user from here",
    remedy: "Have an entry for this host, user and database added to pg_hba.conf.",
  },
  {
    when: /does not support SSL/i,
    fault: "unopenable",
    says: "the server does not speak TLS",
    remedy: "Leave sslmode out of the store's address, or turn TLS on at the server (PgBouncer: client_tls_sslmode).",
  },
  {
    when: /self[- ]signed|unable to (?:verify|get).*certificate|certificate (?:has|is|signature)|altnames|CERT_|ERR_TLS/i,
    fault: "unopenable",
    says: "the server's TLS certificate cannot be verified",
    remedy: `Write ${withTls}, and use the host's name that is in the certificate.`,
  },
  {
    when: /(?:ENOENT|EACCES).*\bopen '/s,
    fault: "unopenable",
    says: "a file that its address names cannot be read",
    remedy: "Check sslrootcert, sslcert and sslkey in the store's address.",
  },
  {
    when: /unsupported startup parameter/i,
    fault: "unopenable",
    says: "PgBouncer does not pass on a setting of the store's address",
    remedy: `Leave it out of the address and set it for the user: ${fixedSchema}`,
  },
  {
    when: /statement pooling/i,
    fault: "unopenable",
    says: "PgBouncer is in statement pooling mode, which has no transactions",
    remedy: "Set pool_mode = transaction or session in pgbouncer.ini.",
  },
  {
    when: /no such database/i,
    fault: "unopenable",
    says: "PgBouncer does not know this database",
    remedy: "Add it to [databases] in pgbouncer.ini, or name the port of PostgreSQL itself.",
  },
  {
    when: /client password must be a (?:non-empty )?string/i,
    fault: "unopenable",
    says: "the server asks for a password, and none is given",
    remedy: "Set PGPASSWORD, or write the password into the store's address.",
  },
  { when: /password authentication failed|SASL authentication failed|no such user|28P01|28000/i, ...user },
  {
    when: /3F000/,
    fault: "unopenable",
    says: "no schema of its search_path exists",
    remedy: `Create one (create schema SCHEMA authorization USER), and choose it with ${fixedSchema}`,
  },
  {
    when: /42P01/,
    fault: "unopenable",
    says: "a table that was there before is not in the search_path",
    remedy: `All connections need the same one. Behind PgBouncer, use ${fixedSchema}, not SET.`,
  },
  {
    when: /53300|too many (?:clients|connections)|no more connections allowed|query_wait_timeout/i,
    fault: "unreachable",
    says: "the server has no connection left",
    remedy: `Each process of Viva has up to four. Raise max_connections, start fewer workers, or use PgBouncer. ${goOn}`,
  },
];

function causeOf(error: unknown): Cause | undefined {
  return causes.find(({ when }) => when.test(`${messageOf(error)} ${codeOf(error)}`));
}

/** An error of PostgreSQL as a problem of the store. Other errors, such as of a wrong statement, stay as they are. */
export function postgresErrorOf(error: unknown, url: string): unknown {
  const words = wordsFor(error, url);
  return words ? new StoreError(words.fault, { ...words, cause: error }) : error;
}

function wordsFor(error: unknown, url: string): Words | undefined {
  const place = shownPlace(url);
  const cause = causeOf(error);
  if (cause) {
    const cannot = cause.fault === "unreachable" ? "reached" : "opened";
    // The text of the server, unless it only says that it is a password or a user.
    const why = cause.says === user.says ? "" : ` (${messageOf(error)})`;
    return { ...cause, message: `the store at ${place} cannot be ${cannot}: ${cause.says}${why}` };
  }
  if (isUnreachable(error)) {
    return {
      fault: "unreachable",
      message: `the store at ${place} cannot be reached: ${messageOf(error)}`,
      remedy: `Check the address, that PostgreSQL runs there and that it accepts connections from here. ${goOn}`,
    };
  }
  const { database } = databaseAt(url);
  switch (codeOf(error)) {
    case "3D000":
      return {
        fault: "unopenable",
        message: `the store at ${place} cannot be opened: there is no database ${database}`,
        remedy: `Create it, for example with createdb ${database}; Viva makes its tables there itself.`,
      };
    case "42501":
    case "25006":
      return {
        fault: "read-only",
        message: `the store at ${place} cannot be written: ${messageOf(error)}`,
        remedy:
          "Give this user the rights to make and write tables: grant usage, create on schema SCHEMA to USER; grant all on " +
          "all tables in schema SCHEMA to USER. Commands that only read, such as viva list and viva show, still work " +
          "where the tables can be read.",
      };
    case "57014":
    case "55P03":
      return {
        fault: "locked",
        message: `the store at ${place} did not finish a statement: ${messageOf(error)}`,
        remedy: `Raise statement_timeout and lock_timeout of this user or database, or set them to 0. ${goOn}`,
      };
    case "53100":
      return {
        fault: "full",
        message: `the store at ${place} could not be written: the disk of the server is full`,
        remedy: `Make room on that disk. ${goOn}`,
      };
    case "XX001":
    case "XX002":
      return damagedWords(place, error);
    default:
      return undefined;
  }
}

/** The error for a text in the database that is not what Viva wrote. */
export function damagedAt(url: string, cause: unknown): StoreError {
  return new StoreError("damaged", { ...damagedWords(shownPlace(url), cause), cause });
}

function damagedWords(place: string, cause: unknown): Words {
  return {
    fault: "damaged",
    message: `the store at ${place} is damaged: ${messageOf(cause)}`,
    remedy: "viva show RUN still shows undamaged parts. Restore the database from a backup, or delete the run.",
  };
}
