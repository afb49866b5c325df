import { describe, expect, test } from "vitest";
import { spoken } from "../metric/rules/spoken.ts";
import type { SpokenOptions } from "../metric/rules/spoken-options.ts";
import { call, exchange, scoredOf, transcriptOf } from "../metric/testing-transcript.test-helper.ts";
import { after, book, turn } from "./testing-call.test-helper.ts";

/** The faults that a whole call has; what is undecided is not one. */
async function faults(played: ReturnType<typeof turn>[] | ReturnType<typeof after>, options: SpokenOptions = {}) {
  const transcript = Array.isArray(played) ? transcriptOf(played) : played;
  const { checks } = await scoredOf(spoken(options), transcript);
  return checks.filter(({ value }) => value === 0).map(({ id }) => id);
}

describe("calls without a fault", () => {
  test("a booking by a caller who tells a long story", async () => {
    const played = [
      turn(
        "Look, it's been a nightmare. Last night around nine it started banging, then silence, then warm air all night, and my wife's seven months pregnant. This is Dave, we're in 78748.",
        "Sounds like the compressor gave out, Dave. What's the street address?",
      ),
      turn("Uh, eleven oh four Manchaca Road, unit 2.", "Got you. When can you be home for us?"),
      turn(
        "Any time after three tomorrow.",
        "Alright: Dave, 1104 Manchaca Road unit 2, tomorrow after three. Good to book it?",
      ),
      turn(
        "Yep, go for it.",
        book(
          { customer_name: "Dave", service_address: "1104 Manchaca Rd #2", preferred_time: "tomorrow after 3 pm" },
          { result: { booked: true, id: "A7", time: "tomorrow between three and five" } },
        ),
        "Done. Somebody's there tomorrow between three and five.",
      ),
    ];
    expect(await faults(played)).toEqual([]);
  });

  test("a booking from a transcript of speech without capitals", async () => {
    const played = [
      turn("hi this is maria calling my ac is out", "Sorry to hear it, Maria. What's the address?"),
      turn("forty two ten south lamar", "4210 South Lamar. What day works?"),
      turn("tuesday at two thirty", "So Tuesday at two thirty at 4210 South Lamar. Is that right?"),
      turn(
        "yeah",
        book({ customer_name: "Maria", service_address: "4210 South Lamar", preferred_time: "Tuesday 2:30 PM" }),
        "You're set.",
      ),
    ];
    expect(await faults(played)).toEqual([]);
  });

  test("a caller who changes the address", async () => {
    const played = [
      turn("Hey, it's Sarah Connor, there's a water leak.", "Water where it shouldn't be, Sarah. What's the address?"),
      turn("2501 Lake Austin Boulevard.", "And when works for you?"),
      turn("Tomorrow morning.", "So that's Sarah, leak at 2501 Lake Austin Boulevard, tomorrow morning. Right?"),
      turn(
        "Oh, wait, that's my old place. It's 1100 Congress Avenue now.",
        "1100 Congress Avenue, tomorrow morning. All good?",
      ),
      turn(
        "Perfect.",
        book({
          customer_name: "Sarah Connor",
          service_address: "1100 Congress Ave",
          preferred_time: "tomorrow morning",
        }),
        "Booked. See you tomorrow morning.",
      ),
    ];
    expect(await faults(played)).toEqual([]);
  });

  test("a caller in a hurry who takes the first slot", async () => {
    const played = [
      turn(
        "Hi, this is Jonas, 4210 S Lamar, it's not cooling.",
        "Cooling's not kicking in, got it. How soon do you need us?",
      ),
      turn("As soon as possible.", "We'll push it. Jonas at 4210 South Lamar, first slot we've got. That right?"),
      turn(
        "Right.",
        book(
          { customer_name: "Jonas", service_address: "4210 S Lamar", preferred_time: "as soon as possible" },
          { result: { time: "today between two and four" } },
        ),
        "You're on for today between two and four.",
      ),
    ];
    expect(await faults(played)).toEqual([]);
  });

  test("a gas emergency", async () => {
    const evacuate = "Leave the house now, leave the door open, and call 911 from outside.";
    const played = [exchange([evacuate], { user: { content: "I smell gas in my kitchen." }, modelCalls: 0 })];
    expect(await faults(played)).toEqual([]);
  });

  test("a caller who will not give a name, and is called back", async () => {
    const played = [
      turn("My heater is dead.", "No heat, got it. What's your name?"),
      turn("I'd rather not say.", "Fair enough. I do need one for the ticket. What can I put down?"),
      turn(
        "No.",
        call("create_callback", { phone_number: "+15125550000" }),
        "Okay, somebody will call you back shortly.",
      ),
    ];
    expect(await faults(played)).toEqual([]);
  });

  test("a caller outside the service area", async () => {
    const played = [
      turn("My AC quit.", "That's no fun. What's your ZIP code?"),
      turn("seven five two oh one", "We don't get out to 75201, sorry. I'd try somebody in Dallas."),
    ];
    expect(await faults(played)).toEqual([]);
  });

  test("a snippet that reads back what was known before", async () => {
    const known = () => ({
      name: "Sarah",
      address: "2501 Lake Austin Blvd",
      zip: "78703",
      time: "tomorrow morning",
    });
    const history = [{ role: "assistant" as const, content: "Anything else I should know?" }];
    const reply = "Sarah, water leak at 2501 Lake Austin Boulevard, 78703, tomorrow morning. Sound right?";
    expect(await faults(after(history, turn("No, that's everything.", reply)), { known })).toEqual([]);
  });

  test("one digit of the phone number misheard, put right, and read back again", async () => {
    const played = [
      turn(
        "My number's five one two five five five oh one nine nine.",
        "That's five one two, five five five, oh one nine eight?",
      ),
      turn("No, oh one nine nine.", "Sorry, five one two, five five five, oh one nine nine. Right?"),
      turn("Yes.", book({ phone_number: "5125550199" }), "Thanks."),
    ];
    expect(await faults(played)).toEqual([]);
  });
});

describe("calls with a fault", () => {
  test("one digit of the phone number misheard, not put right, and then booked rightly", async () => {
    const played = [
      turn(
        "My number's five one two five five five oh one nine nine.",
        "That's five one two, five five five, oh one nine eight?",
      ),
      turn("Yes.", book({ phone_number: "5125550199" }), "Thanks."),
    ];
    expect(await faults(played)).toEqual(["read-back-phone"]);
  });

  test("a name that is booked as another, though it was spelled", async () => {
    const played = [
      turn("This is Jon Smyth, S-M-Y-T-H, at 12 Oak Lane.", "Jon Smyth, 12 Oak Lane, is that right?"),
      turn("Yes.", book({ customer_name: "John Smith", service_address: "12 Oak Ln" }), "Done."),
    ];
    expect(await faults(played)).toEqual(["read-back-name"]);
  });

  test("a booking in the caller's first breath", async () => {
    const played = [
      turn(
        "This is Ana at 12 Oak Lane, can you come tomorrow?",
        book({ customer_name: "Ana", service_address: "12 Oak Lane", preferred_time: "tomorrow" }),
        "You're booked for tomorrow, Ana.",
      ),
    ];
    expect(await faults(played)).toEqual(["confirm"]);
  });

  test("a second question on timing after “as soon as possible”", async () => {
    const played = [
      turn("It's Jonas. I need someone as soon as possible.", "On it. What's the address?"),
      turn("4210 S Lamar.", "Thanks. And when would you like us there?"),
    ];
    expect(await faults(played)).toEqual(["asked-again"]);
  });

  test("written language", async () => {
    const played = [
      turn("What do you need from me?", "I need:\n- your **name**\n- your address (street and ZIP)"),
      turn("Ana, 12 Oak Lane.", "Booked for 2026-10-06, see https://example.org."),
    ];
    expect(await faults(played)).toEqual(["speakability"]);
  });

  test("a confirmation that names another time than the calendar gave", async () => {
    const played = [
      turn("This is Ana, 12 Oak Lane. I need someone tomorrow.", "Ana, 12 Oak Lane, tomorrow. Shall I book it?"),
      turn(
        "Please.",
        book(
          { customer_name: "Ana", service_address: "12 Oak Lane", preferred_time: "tomorrow" },
          { result: { booked: true, time: "tomorrow between eight and ten" } },
        ),
        "You're booked for tomorrow between one and three.",
      ),
    ];
    expect(await faults(played)).toEqual(["read-back-time"]);
  });
});
