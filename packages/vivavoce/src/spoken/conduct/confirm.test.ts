import { describe, expect, test } from "vitest";
import { call, exchange } from "../../metric/testing-transcript.test-helper.ts";
import { after, book, checksOf, turn } from "../testing-call.test-helper.ts";

const fields = { customer_name: "Maria", service_address: "12 Main St" };
const opening = turn("This is Maria, 12 Main Street.", "So that's Maria at 12 Main Street. Is that right?");
const confirm = async (...turns: ReturnType<typeof turn>[]) => (await checksOf(turns)).confirm;

describe("a booking is confirmed", () => {
  test("by a read-back and a yes", async () => {
    expect(await confirm(opening, turn("Yes.", book(fields), "Booked."))).toMatchObject({
      ok: true,
      value: 1,
      verdict: "confirmed",
      reason: "book_service: read back, then a yes",
    });
  });

  test("where another question stands between read-back and yes", async () => {
    expect(
      await confirm(opening, turn("How much is it?", "It's eighty-nine dollars."), turn("Okay, yes.", book(fields))),
    ).toMatchObject({ ok: true });
  });

  test("where the agent announces it once more before the call", async () => {
    expect(await confirm(opening, turn("Yes.", "Booking 12 Main Street now.", book(fields)))).toMatchObject({
      ok: true,
    });
  });

  test("by a yes to the agent's own proposal", async () => {
    expect(
      await confirm(
        turn("Can somebody come?", "I can do Tuesday at nine. Shall I book that?"),
        turn("Sure.", book({ preferred_time: "Tuesday at 9" })),
      ),
    ).toMatchObject({ ok: true });
  });

  test("by what the case marks as consent", async () => {
    const consent = exchange([book(fields)], { user: { content: "Mm.", consents: true } });
    expect(await confirm(opening, consent)).toMatchObject({ ok: true });
  });

  test("by a read-back before the first exchange", async () => {
    const history = [
      { role: "user" as const, content: "This is Maria, 12 Main Street." },
      { role: "assistant" as const, content: "So that's Maria at 12 Main Street. Is that right?" },
    ];
    expect((await checksOf(after(history, turn("Yes.", book(fields))))).confirm).toMatchObject({ ok: true });
  });

  test("when the same call is tried again", async () => {
    expect(
      await confirm(opening, turn("Yes.", book(fields), "Hm, one moment."), turn("Okay?", book(fields))),
    ).toMatchObject({ ok: true });
  });
});

describe("a booking is not confirmed", () => {
  test("without a read-back", async () => {
    const check = await confirm(turn("This is Maria, 12 Main Street.", book(fields), "Booked."));
    expect(check).toMatchObject({ ok: false, value: 0, verdict: "not confirmed" });
    expect(check?.reason).toBe("book_service in exchange 1 without a read-back before it");
    expect(check?.evidence).toMatchObject([{ exchange: 1, source: "call" }]);
  });

  test("without a yes", async () => {
    const check = await confirm(opening, turn("How much is it?", book(fields)));
    expect(check).toMatchObject({ ok: false });
    expect(check?.reason).toContain("after a read-back, but without the caller's yes to it");
  });

  test.each([
    ["a no", "No."],
    ["a reserved yes", "Yes, but it's 14 Main Street."],
    ["a correction", "Actually, 14 Main Street."],
    ["a word that it is wrong", "The address is wrong."],
  ])("after %s", async (_what, line) => {
    expect(await confirm(opening, turn(line, book({ ...fields, service_address: "14 Main St" })))).toMatchObject({
      ok: false,
    });
  });

  test("after a yes that was taken back", async () => {
    expect(
      await confirm(opening, turn("Yes.", "Great."), turn("Wait, no, it's 14 Main Street.", book(fields))),
    ).toMatchObject({ ok: false });
  });

  test("by a yes to something else", async () => {
    expect(
      await confirm(turn("This is Maria.", "Thanks, Maria. Is it the cooling?"), turn("Yes.", book(fields))),
    ).toMatchObject({ ok: false });
  });

  test("by a yes to a problem put in other words", async () => {
    expect(
      await confirm(
        turn("This is Maria, 12 Main Street.", "So it's blowing warm, Maria, is that right?"),
        turn("Yes.", book(fields)),
      ),
    ).toMatchObject({ ok: false });
  });

  test("a second time by the same yes", async () => {
    const check = await confirm(
      opening,
      turn("Yes.", book(fields)),
      turn("And my mother?", book({ ...fields, customer_name: "Ana" })),
    );
    expect(check).toMatchObject({ ok: false });
    expect(check?.reason).toContain("exchange 3");
  });

  test("by what the case marks as refused", async () => {
    const refusal = exchange([book(fields)], { user: { content: "Yes, well.", refuses: true } });
    expect(await confirm(opening, refusal)).toMatchObject({ ok: false });
  });
});

describe("a no", () => {
  test.each([
    "Shall I book it as a trouble call?",
    "Does that work for you, or is that a problem?",
    "Shall I book it, or is there anything you'd like to change?",
    "Any problem with the thermostat?",
    "Is anything missing on the unit?",
  ])("to “%s” is not a yes to the booking", async (question) => {
    const read = turn("This is Maria, 12 Main Street.", `So that's Maria at 12 Main Street. ${question}`);
    expect((await confirm(read, turn("No.", book(fields))))?.ok).toBe(false);
  });

  test.each(["Any objections?", "Anything you'd like to change?", "Would you mind if I book that?"])(
    "to “%s” is one",
    async (question) => {
      const read = turn("This is Maria, 12 Main Street.", `So that's Maria at 12 Main Street. ${question}`);
      expect(await confirm(read, turn("No.", book(fields)))).toMatchObject({ ok: true });
    },
  );
});

describe("whether a booking is confirmed is undecided", () => {
  test.each(["I guess.", "I suppose so.", "Probably.", "Yes, so the", "12 Main Street."])("after %s", async (line) => {
    const check = await confirm(opening, turn(line, book(fields)));
    expect(check).toMatchObject({ status: "skipped", verdict: "undecided", ok: false });
    expect(check?.reason).toContain(`nobody can tell whether “${line}” is a yes`);
  });

  test("if the answer could not be heard", async () => {
    expect(await confirm(opening, turn("[inaudible]", book(fields)))).toMatchObject({ verdict: "undecided" });
  });

  test("until the caller says yes or no", async () => {
    const then = (line: string) => confirm(opening, turn("I guess.", "Shall I?"), turn(line, book(fields)));
    expect(await then("Yes.")).toMatchObject({ ok: true, value: 1 });
    expect(await then("No.")).toMatchObject({ ok: false, value: 0 });
  });

  test("but not beside a booking that was never read back", async () => {
    const rash = turn(
      "This is Maria, 12 Main Street.",
      book(fields),
      "So that's Maria at 12 Main Street. Is that right?",
    );
    expect(await confirm(rash, turn("I guess.", book(fields)))).toMatchObject({ ok: false, value: 0 });
  });
});

describe("what commits", () => {
  const rash = (name: string, more = {}) => [turn("Hi.", call(name, {}, more), "Done.")];

  test("by default is what writes and is called so", async () => {
    for (const name of ["book_service", "bookService", "schedule", "reserve-table", "reschedule_visit"]) {
      expect((await checksOf(rash(name))).confirm).toMatchObject({ ok: false });
    }
    for (const name of ["lookup_caller", "bookmark", "create_callback"]) {
      expect((await checksOf(rash(name))).confirm).toBeUndefined();
    }
    expect((await checksOf(rash("schedule_lookup", { effect: "read" }))).confirm).toBeUndefined();
  });

  test("commit: the tools that are named, and no other", async () => {
    const commit = { tools: ["create_callback"] };
    expect((await checksOf(rash("create_callback"), { commit })).confirm).toMatchObject({ ok: false });
    expect((await checksOf(rash("book_service"), { commit })).confirm).toBeUndefined();
  });

  test("is not what was turned down before it ran", async () => {
    const approval = { decision: "rejected" as const };
    expect((await checksOf(rash("book_service", { approval }))).confirm).toBeUndefined();
  });
});

describe("a yes is a yes", () => {
  test.each([
    "Yes, thank you.",
    "Yes please, thanks so much, have a good day.",
    "Perfect, see you then.",
    "Great, Maria at 12 Main Street.",
    "Okay, that works for us.",
    "Yeah, book it please.",
  ])("%o confirms", async (line) => {
    expect(await confirm(opening, turn(line, book(fields)))).toMatchObject({ ok: true, value: 1 });
  });

  test.each([
    "Please cancel.",
    "Please cancel it.",
    "Okay, never mind.",
    "Fine, forget it.",
    "Sure, scrap the whole thing.",
    "Alright, I changed my mind.",
    "Okay, not today.",
    "Right, I'd rather not.",
    "Great, thanks, but no thanks.",
    "Great, what about my mother's house",
    "Sure, let me think about it.",
    "Okay, I'll ask my husband.",
  ])("%o is a no", async (line) => {
    expect(await confirm(opening, turn(line, book(fields)))).toMatchObject({ ok: false, value: 0 });
  });

  test.each([
    "Perfect, the other place then.",
    "Please help me.",
    "Great. And cancel my other one.",
    "Yes. How much is it?",
    "Yes, only if the price is the same.",
    "Fine, whatever.",
  ])("of %o nobody can tell", async (line) => {
    const check = await confirm(opening, turn(line, book(fields)));
    expect(check).toMatchObject({ status: "skipped", verdict: "undecided" });
    expect(check?.reason).toContain(line);
  });

  test("a day other than the one that was read back is not a yes to it", async () => {
    const monday = turn("Monday at ten, 12 Main Street.", "So that's Monday at ten, 12 Main Street. Is that right?");
    const check = await confirm(monday, turn("Great, what about Friday?", book({ preferred_time: "Monday at 10" })));
    expect(check?.value).not.toBe(1);
  });

  test("who is asked whether to cancel may say so", async () => {
    const asked = turn("I'm Maria, 12 Main Street.", "Shall I cancel the visit for Maria at 12 Main Street?");
    expect(await confirm(asked, turn("Yes, cancel it.", book(fields)))).toMatchObject({ ok: true });
    expect(await confirm(asked, turn("Please cancel.", book(fields)))).not.toMatchObject({ value: 1 });
  });
});
