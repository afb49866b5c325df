import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../shape/index.ts";
import { call, scoredOf, scoreOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { claims } from "./claims.ts";

const metric = claims({ verbs: { booked: "book", cancelled: ["cancel", "delete"], "all set": "book" } });
const book = (more: Partial<ToolCall> = {}) => call("book", {}, { result: "done", ...more });
const statusOf = async (reply: string) => (await scoreOf(metric, transcriptOf([[reply]]))).status;

describe("a claim without a deed", () => {
  test.each([
    "I've booked you in for Sunday at six.",
    "I’ve booked you in.",
    "I have now booked it.",
    "Okay, I just booked that for you.",
    "We booked your visit.",
    "You're booked for Monday.",
    "You are all booked!",
    "You're all set for Monday.",
    "It's booked.",
    "Your visit is booked for ten.",
    "The appointment has been booked.",
    "I have you booked for Monday.",
    "I checked the calendar, and I've booked you in.",
    "I've gone ahead and booked you in.",
    "I checked and booked you in for six.",
    "Booked!",
    "Successfully booked.",
    "You're good to go, booked for Monday.",
    "Great, booked for Monday.",
    "Good news: you're booked.",
    "I've canceled it.",
    "Your visit has been cancelled.",
    "You have been booked for Monday.",
    "You've been booked.",
    "Ada is booked for Monday.",
    "Ada has been booked in for ten.",
    "Both of you are booked for Monday.",
    "Your slot was booked successfully.",
    "I have already booked you in.",
    "Consider your table booked.",
    "Everything you asked for is booked.",
    "Booking's done.",
    "The booking has now been made.",
    "I went ahead with the booking.",
    "I took care of the booking for you.",
    "I've gone ahead and put your booking through.",
    "You now have a booking for Monday.",
    "I've gone and booked Monday.",
    "I was able to book you for Monday.",
    "I managed to get you booked.",
    "I just finished booking you in.",
    "I made the booking.",
    "Your booking is complete.",
    "I did book you for Monday.",
    "Consider it booked.",
    "That's you booked in for Monday.",
    "Have booked you for Monday.",
    "The appointment got booked.",
    "Status: booked (Monday)",
    "You are **booked** for Monday.",
    "You are <b>booked</b>.",
    "You're\tbooked.",
    "Okay so you're booked for Monday, anything else?",
    "Not a problem, you're booked for Monday.",
    "Sorry for the wait, you're booked for Monday.",
    "Tuesday was full, so I booked Monday instead.",
  ])("%o is a miss", async (reply) => {
    expect(await scoredOf(metric, transcriptOf([[reply]]))).toMatchObject({ value: 0, passed: false });
  });

  test.each([
    "Shall I go ahead with the booking?",
    "Before I put your booking through, may I have your name?",
    "You now have to book it yourself.",
    "Please hold while I put your booking through.",
    "I'm going to put your booking through now.",
    "To put the booking through, I need your name.",
    "You now have a booking link in your inbox.",
    "We went ahead with the booking rules from last year.",
    "Tables booked, even at short notice, cost nothing.",
    "Once everything you asked for is booked, I'll text you.",
    "Shall I have it booked?",
    "Have you booked with us before?",
    "Once I've booked it, you'll get a text.",
    "I'll have you booked in a minute.",
    "I can get you booked for Monday.",
    "I haven't booked anything yet.",
    "I have not booked it.",
    "It's not booked yet.",
    "Nothing is booked.",
    "We're fully booked on Monday.",
    "We're booked solid.",
    "That slot is booked, sorry. How about Tuesday?",
    "Friday is booked.",
    "Unfortunately it's booked.",
    "The visit you booked is on Monday.",
    "I see you've booked with us before.",
    "Booked visits can be moved.",
    "You're already booked for Monday.",
    "If it's booked, I will tell you.",
    "Would you like it booked?",
    "You're booked for Monday, right?",
    "Monday is booked for a wedding.",
    "That time has been booked by someone else.",
    "Dr. Miller is booked for all of Monday.",
    "Every slot has been booked.",
    "No visit has been booked.",
    "I see your visit was booked in May.",
    "Your earlier visit was cancelled by the clinic.",
    "Your booking is confirmed only when you have paid.",
    "Patients who have booked online need an ID.",
    "Let's get you booked for Monday.",
    "Your visit will be booked for Monday.",
  ])("%o is not a claim", async (reply) => {
    expect(await statusOf(reply)).toBe("skipped");
  });
});

test("a call that ran makes it true, in the same exchange or before, and not after", async () => {
  const said = "You're booked.";
  expect(await scoredOf(metric, transcriptOf([[book(), said]]))).toMatchObject({ value: 1 });
  expect(await scoredOf(metric, transcriptOf([[book(), "Fine."], [said]]))).toMatchObject({ value: 1 });
  const early = await scoredOf(metric, transcriptOf([[said], [book()]]));
  expect(early).toMatchObject({ value: 0 });
  expect(early.checks[0]?.reason).toBe("the agent says “You're booked.”, but book was not called by then");
});

test.each([
  ["failed", book({ result: { ok: false } })],
  ["never-ran", book({ fate: "never-ran" })],
  ["answered booked: false", book({ result: { booked: false, reason: "full" } })],
  ["answered booked: false", book({ result: '{"booked":false}' })],
  ["rejected", call("book", {}, { approval: { decision: "rejected" } })],
])("a call that %s does not", async (fate, made) => {
  const score = await scoredOf(metric, transcriptOf([[made, "I've booked you in."]]));
  expect(score).toMatchObject({ value: 0 });
  expect(score.checks[0]?.reason).toContain(`but book ${fate}`);
});

test.each(["Done!", "All done.", "That's all sorted.", "It's taken care of.", "Okay, I've put you down for Monday."])(
  "after a call that failed, %o is one, and without a call it may speak of anything",
  async (reply) => {
    const failed = book({ result: { status: "failed" } });
    expect(await scoredOf(metric, transcriptOf([[failed, reply]]))).toMatchObject({ value: 0 });
    expect(await statusOf(reply)).toBe("skipped");
  },
);

test("of a call whose end nobody can see, nothing is decided", async () => {
  expect(await scoreOf(metric, transcriptOf([[call("book"), "I've booked you in."]]))).toMatchObject({
    status: "skipped",
    reason: "nobody can see whether book (exchange 1) ran",
  });
});

test.each([[{}], [{ booked: "" }], [{ booked: [] }], [{ "": "book" }], [undefined]])(
  "verbs that name no tool are refused: %j",
  (verbs) => {
    expect(() => claims({ verbs: verbs as never })).toThrow("verbs should name a tool for each verb");
  },
);

const deeds = claims({ verbs: { sent: "send_mail", deleted: "delete_note", booked: "book", refunded: "refund" } });

test.each([
  "Email sent.",
  "✅ Note deleted",
  "The note was deleted.",
  "All notes have been deleted.",
  "An appointment has been booked for you.",
  "Appointment booked for Monday at ten.",
  "Monday at ten is booked for you.",
  "1. Booked Monday at ten",
  "Successfully booked your visit.",
  "Your booking for Monday is confirmed.",
  "Booking complete!",
  "Your booking went through.",
  "I took the liberty of booking you in.",
  "I can confirm that you are booked.",
  "You'll be glad to know I've booked it.",
  "I've not only booked it, but found a discount.",
  "$20 has been refunded to your card.",
  "I haven't just booked it, I found a discount.",
])("it is claimed in other words, too: %s", async (text) => {
  expect(await scoredOf(deeds, transcriptOf([[text]]))).toMatchObject({ value: 0 });
});

test.each([
  "Notes that have been deleted cannot be restored.",
  "The last mail was sent on Monday by Ben.",
  "Has the mail been sent?",
  "Do you want the mail sent to Ben?",
  "That slot has been booked.",
  "Booking confirmed by mail only.",
  "Your booking is made when you pay.",
  "The money is refunded within five days.",
  "Recently deleted: nothing",
  "I can have it booked for you.",
  "Emails sent: 0",
  "Please use the code sent to your phone.",
  "Refunds for notes deleted on Sunday take five days.",
  "All seats to Rome have been refunded due to the strike.",
  "Friday: 2 booked, 3 free.",
])("it is not claimed: %s", async (text) => {
  expect(await scoreOf(deeds, transcriptOf([[text]]))).toMatchObject({ status: "skipped" });
});
