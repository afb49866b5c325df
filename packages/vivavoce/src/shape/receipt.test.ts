import { describe, expect, test } from "vitest";
import type { JsonValue } from "../base/index.ts";
import { fateOf } from "./fate.ts";
import type { ToolCall } from "./tool-call.ts";

const fate = (result: JsonValue, more: Partial<ToolCall> = {}) =>
  fateOf({ id: "c1", name: "book_appointment", effect: "write", arguments: { at: "Mon" }, result, ...more });

describe("the receipt of a call that writes", () => {
  test.each<JsonValue>([
    false,
    { status: "failed", reason: "full" },
    { status: "error", message: "full" },
    { status: "conflict" },
    { status: "timed_out" },
    { outcome: "rejected" },
    { type: "error", message: "taken" },
    { status: 500 },
    { status_code: "409" },
    { status: 200, data: { ok: false } },
    { status: 200, body: '{"error":"taken"}' },
    { result: { success: false } },
    { output: "Error: taken" },
    { message: "Could not book: taken" },
    { data: null, errors: [{ message: "taken" }] },
    { errorMessage: "taken" },
    { error_code: "TAKEN" },
    { Error: "taken" },
    { exception: "SlotTaken" },
    { is_error: true, content: "taken" },
    { failed: true },
    { ok: "false" },
    { success: 0 },
    "Failed to book: the calendar is full",
    "Failed",
    "failure: taken",
    "Could not book: taken",
    "Unable to book",
    "ERROR: taken",
    "[error] taken",
    "❌ Error: taken",
    "Tool error: taken",
    "error - taken",
    "Booking failed: taken",
    "The request timed out.",
    "500 Internal Server Error",
    "HTTP 409 Conflict",
    '```json\n{"ok": false}\n```',
    { message: "Slot is not available" },
    { message: "error" },
    { code: 500, message: "full" },
    { detail: "Not Found" },
    { fault: "full" },
    { err: "full" },
    { rejected: true },
    { accepted: false },
    { affected: 0 },
    { rowCount: 0 },
    { acknowledged: true, matchedCount: 0, modifiedCount: 0 },
    { exit_code: 1, stderr: "full" },
    { statusText: "Internal Server Error" },
    "Permission denied",
    "Access denied: ask an admin",
    "Unauthorized",
    "Not found",
    "timeout",
    "Timed out after 30s",
    "HTTP 500",
    "Internal Server Error",
    "<html><head><title>502 Bad Gateway</title></head></html>",
    "The booking could not be completed",
    "Sorry, this slot is taken",
    "That slot is already taken.",
    "No rows updated",
    "No changes were made",
    "Nothing was booked",
    "connect ECONNREFUSED 127.0.0.1:5432",
    "panic: index out of range",
    "❌ Not booked",
    "Process exited with code 1",
    "Slot not available",
    { message: "Table not found: 7" },
    "Not saved",
    "Slot not available: nothing was booked",
    "Did not book: the caller hung up",
    "No such table",
    "Missing required parameter: slot",
    "Invalid input: name",
    "Rate limit exceeded",
    "Not implemented",
    'duplicate key value violates unique constraint "slots_pkey"',
    "Session expired",
    "Sorry, please try again later",
    { status: "skipped" },
    { state: "not_saved" },
    {
      results: [
        { id: 1, ok: true },
        { id: 2, error: "taken" },
      ],
    },
    { response: { data: { result: { ok: false } } } },
    { status: { code: 409 } },
    { outcome: { success: false } },
    { status: false, message: "full" },
    { code: "SLOT_TAKEN", message: "full" },
    { code: "ECONNREFUSED" },
    { resultCode: "ERROR" },
    { name: "ValidationError", message: "slot" },
    { validationErrors: ["slot"] },
    { dryRun: true },
    { status: "validation_failed" },
    { status: "requires_confirmation" },
    { status: "Fehler" },
    "The booking hasn't been made",
    "There is no free slot",
    "Fully booked",
    "Payment declined",
    "Invalid slot",
    "Request failed with status code 409",
    "Something went wrong",
    "You don't have permission",
    "0 rows affected",
    "Dry run: would book at 10:00",
    "We are closed that day",
    "psycopg2.errors.UniqueViolation: duplicate key",
    "Termin konnte nicht gebucht werden",
    "No se pudo reservar",
    "予約できませんでした",
  ])("%j: nothing was done", (result) => {
    expect(fate(result)).toBe("failed");
    expect(fate(result, { effect: undefined })).toBe("failed");
  });

  test.each<JsonValue>([
    null,
    "",
    {},
    [],
    true,
    0,
    "Booked. Anything that failed before is gone.",
    "The payment failed and was tried again.",
    "Failed attempts: 0. Booked.",
    "500 points were added",
    { status: "booked", cancelled: false, paid: false },
    { ok: true, warning: "could not send a text", status: "failed to text" },
    { success: true, errors: [] },
    { failed: 0, booked: 3 },
    { failed: [] },
    { status: 201 },
    { status: "pending" },
    { booked: false, reason: "taken" },
    { booked: false, reason: "no slot is free: tomorrow morning" },
    { data: { id: 7, note: "Error: none" } },
    { booking: { status: "failed" } },
    { code: 451, door: "north" },
    { exitCode: 0, stderr: "a warning" },
    { inserted: 0, updated: 1 },
    { message: "Booked. The other slot was not available." },
    { rejected: false, refused: 0 },
    "No errors",
    "Nothing else to do. Booked.",
    "Your table for four is ready",
    "Not bad: booked.",
    "<p>Booked for Monday</p>",
    "Timeout set to 30 s",
    "Not only booked, but paid",
    "Rate limit set to 5 a minute",
    "Duplicate entry removed",
    "Missing values were filled in",
    "Missing fields were filled with defaults, saved",
    "Contact not found, created a new one",
    "Not sent yet: scheduled for 9:00",
    { id: 7, message: "Token expired, refreshed; booked for Monday" },
    "Booked. Lunch not available.",
    "Removed; no more notes are left",
    "Ticket opened: the printer does not work",
    "No deposit was charged",
    "The door is closed",
    "No worries, see you on Monday",
    "1 row affected",
    "UPDATE 1",
    { id: 4, error: "none" },
    { status: "ok", message: "no changes needed" },
    { status: "conflict_resolved" },
    { status: "blocked", id: 4 },
    { name: "Error Handling 101" },
    { items: [{ status: "unavailable" }] },
    { dryRun: false, id: 4 },
  ])("%j: it was done", (result) => {
    expect(fate(result)).toBe("ran");
  });

  test("a word that the call itself gives is what it was to do", () => {
    expect(fate({ status: "failed" }, { name: "set_status", arguments: { status: "failed" } })).toBe("ran");
    expect(fate({ status: "skipped" }, { name: "skip_step", arguments: {} })).toBe("ran");
    expect(fate({ rejected: true }, { name: "reject_invoice", arguments: {} })).toBe("ran");
    expect(fate({ status: "rejected" }, { name: "reject_invoice", arguments: {} })).toBe("ran");
  });

  test("a text that the call itself gives is what was sent", () => {
    const text = "Sorry, this slot is taken";
    expect(fate({ id: 4, message: text }, { name: "send_message", arguments: { text } })).toBe("ran");
    expect(fate("Subscription cancelled", { name: "cancel_subscription", arguments: {} })).toBe("ran");
  });

  test("what a tool that reads returns is content", () => {
    for (const result of [{ status: "failed", payment: 4 }, { found: false }, false, "Could not sleep last night."]) {
      expect(fate(result, { name: "payment", effect: "read" })).toBe("ran");
      expect(fate(result, { name: "get_payment", effect: undefined })).toBe("ran");
    }
  });
});
