import { knownCauses, messageOf } from "../base/index.ts";
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
  return isGone && (causeOf(error)?.kind ?? "unreachable") === "unreachable";
}

/** Whether the transaction got in the way of another one, and can be done again. */
export function isConflict(error: unknown): boolean {
  // Serialisation failure, deadlock, and a row that another transaction inserted first.
  return ["40001", "40P01", "23505"].includes(codeOf(error));
}

type Words = { fault: StoreFault; message: string; remedy: string };

const goOn = "Finished trials are kept; viva run --resume plays the rest of an interrupted run.";

const withTls = "sslmode=verify-full in the store's address, with sslrootcert=FILE for a private authority";
const fixedSchema = "alter role USER set search_path = SCHEMA";
const wrongUser = "PostgreSQL refuses the user or the password";

/** Errors of which several have the same code, or none, and that need different remedies. */
const causeOf = knownCauses<StoreFault>(`
unopenable | no pg_hba.conf entry.*(no encryption|SSL off) | the server does not accept this user from here without TLS | Write ${withTls}; or have an entry added to pg_hba.conf.
unopenable | no pg_hba.conf entry|pg_hba.conf rejects | the server does not accept this user from here | Have an entry for this host, user and database added to pg_hba.conf.
unopenable | does not support SSL | the server does not speak TLS | Leave sslmode out of the store's address, or turn TLS on at the server (PgBouncer: client_tls_sslmode).
unopenable | self[- ]signed|unable to (verify|get).*certificate|certificate (has|is|signature)|altnames|CERT_|ERR_TLS | the server's TLS certificate cannot be verified | Write ${withTls}, and use the host's name that is in the certificate.
unopenable | (ENOENT|EACCES).*\\bopen ' | a file that its address names cannot be read | Check sslrootcert, sslcert and sslkey in the store's address.
unopenable | unsupported startup parameter | PgBouncer does not pass on a setting of the store's address | Leave it out of the address and set it for the user: ${fixedSchema}
unopenable | statement pooling | PgBouncer is in statement pooling mode, which has no transactions | Set pool_mode = transaction or session in pgbouncer.ini.
unopenable | no such database | PgBouncer does not know this database | Add it to [databases] in pgbouncer.ini, or name the port of PostgreSQL itself.
unopenable | client password must be a (non-empty )?string | the server asks for a password, and none is given | Set PGPASSWORD, or write the password into the store's address.
unopenable | password authentication failed|SASL authentication failed|no such user|28P01|28000 | ${wrongUser} | Check both in the store's address, or in PGUSER and PGPASSWORD.
unopenable | 3F000 | no schema of its search_path exists | Create one (create schema SCHEMA authorization USER), and choose it with ${fixedSchema}
unreachable | 53300|too many (clients|connections)|no more connections allowed|query_wait_timeout | the server has no connection left | Each process of Viva has up to four. Raise max_connections, start fewer workers, or use PgBouncer. ${goOn}
`);

/** An error of PostgreSQL as a problem of the store. Other errors, such as of a wrong statement, stay as they are. */
export function postgresErrorOf(error: unknown, url: string): unknown {
  const words = wordsFor(error, url);
  return words ? new StoreError(words.fault, { ...words, cause: error }) : error;
}

function wordsFor(error: unknown, url: string): Words | undefined {
  const place = shownPlace(url);
  const cause = causeOf(error);
  if (cause) {
    const { kind: fault, says, remedy } = cause;
    // What the server says about users and passwords adds nothing.
    const why = says === wrongUser ? "" : ` (${messageOf(error)})`;
    const cannot = fault === "unreachable" ? "reached" : "opened";
    return { fault, remedy, message: `the store at ${place} cannot be ${cannot}: ${says}${why}` };
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
