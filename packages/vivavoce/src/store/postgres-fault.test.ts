import { expect, test } from "vitest";
import { isUnreachable, postgresErrorOf } from "./postgres-fault.ts";
import { StoreError } from "./store-error.ts";

const url = "postgres://anna:hunter2@db.example.com:5432/exams";

test.each([
  ["57014", "canceling statement due to statement timeout", "statement_timeout"],
  ["55P03", "canceling statement due to lock timeout", "lock_timeout"],
])("a time limit of the server (%s) is a problem of the store, not a bug", (code, message, setting) => {
  const error = postgresErrorOf(Object.assign(new Error(message), { code }), url);
  expect(error).toBeInstanceOf(StoreError);
  expect(error).toMatchObject({ fault: "locked", message: expect.stringContaining(message) });
  expect((error as StoreError).remedy).toContain(setting);
  expect((error as StoreError).message).not.toContain("hunter2");
});

// PgBouncer gives nearly all of its own errors this code, which otherwise means a broken connection.
test.each([
  ["unsupported startup parameter in options: search_path", "unopenable", "alter role USER set search_path"],
  ["transaction blocks not allowed in statement pooling mode", "unopenable", "pool_mode = transaction"],
  ["no such database: exams", "unopenable", "[databases]"],
  ["SASL authentication failed", "unopenable", "PGPASSWORD"],
  ["no more connections allowed (max_client_conn)", "unreachable", "max_connections"],
  ["query_wait_timeout", "unreachable", "fewer workers"],
  ["server conn crashed?", "unreachable", "Check the address"],
])("PgBouncer's '%s' has a remedy of its own, and is waited for only if that helps", (message, fault, remedy) => {
  const error = Object.assign(new Error(message), { code: "08P01" });
  expect(postgresErrorOf(error, url)).toMatchObject({ fault, remedy: expect.stringContaining(remedy) });
  expect(isUnreachable(error)).toBe(fault === "unreachable");
});

test.each([
  ["28000", 'no pg_hba.conf entry for host "10.0.0.7", user "anna", database "exams", no encryption', "sslmode"],
  ["28000", 'no pg_hba.conf entry for host "10.0.0.7", user "anna", database "exams", SSL encryption', "pg_hba.conf"],
  ["28P01", 'password authentication failed for user "anna"', "PGPASSWORD"],
  ["", "The server does not support SSL connections", "Leave sslmode out"],
  ["", "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", "PGPASSWORD"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "self-signed certificate in certificate chain", "sslrootcert"],
  ["ENOENT", "ENOENT: no such file or directory, open '/run/ca.pem'", "sslrootcert"],
  ["3F000", "no schema has been selected to create in", "create schema"],
])("%s %s: the remedy helps", (code, message, remedy) => {
  const error = postgresErrorOf(Object.assign(new Error(message), code === "" ? {} : { code }), url);
  expect(error).toMatchObject({ fault: "unopenable", remedy: expect.stringContaining(remedy) });
});
