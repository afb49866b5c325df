import { describe, expect, test } from "vitest";
import { after, book, checksOf, turn } from "../testing-call.test-helper.ts";

const readBack = async (slot: string, ...turns: ReturnType<typeof turn>[]) =>
  (await checksOf(turns))[`read-back-${slot}`];

const undecided = { verdict: "undecided", status: "skipped", ok: false };

describe("a read-back that differs", () => {
  test("from what the caller said is found, with the three values side by side", async () => {
    const check = await readBack(
      "address",
      turn("I'm at forty-two ten South Lamar.", "So that's 4120 South Lamar, is that right?"),
      turn("Yes.", book({ service_address: "4120 S Lamar Blvd" }), "Booked."),
    );
    expect(check).toMatchObject({ ok: false, value: 0, verdict: "different" });
    expect(check?.reason).toBe(
      "the caller gave “forty-two ten South Lamar” in exchange 1 · read back “4120 South Lamar” in exchange 1 · " +
        "booked “4120 S Lamar Blvd” in exchange 2 (book_service)",
    );
    expect(check?.evidence).toEqual([
      { text: "forty-two ten South Lamar", exchange: 1, source: "user" },
      { text: "4120 South Lamar", exchange: 1, source: "reply" },
      { text: 'book_service({"service_address":"4120 S Lamar Blvd"})', exchange: 2, source: "call" },
    ]);
  });

  test("from what was booked is found", async () => {
    const check = await readBack(
      "phone",
      turn("My number is five one two, triple five, oh one nine nine.", "That's 512-555-0199, correct?"),
      turn("Yes.", book({ phone_number: "+15125550198" })),
    );
    expect(check).toMatchObject({ ok: false });
    expect(check?.reason).toBe(
      "the caller gave “five one two, triple five, oh one nine nine” in exchange 1 · " +
        "read back “512-555-0199” in exchange 1 · booked “+15125550198” in exchange 2 (book_service)",
    );
  });

  test("after the booking is found too", async () => {
    const check = await readBack(
      "time",
      turn("Can you come Tuesday at two thirty?", "So that's Tuesday at two thirty, right?"),
      turn("Yes.", book({ preferred_time: "Tuesday 2:30 pm" }), "You're all set for Tuesday at three thirty."),
    );
    expect(check).toMatchObject({ ok: false });
    expect(check?.reason).toContain("read back “Tuesday at three thirty” in exchange 2");
  });

  test.each([
    ["name", "This is Sarah.", "So that's Sara. Is that right?", { customer_name: "Sara" }],
    ["name", "My name is John.", "Thanks, Jon. So that's today, right?", {}],
    ["name", "Maria Lopez here.", "I have you down as Maria Gomez.", {}],
    ["name", "This is Jon, J-O-N.", "Okay, that's J-O-H-N, is that right?", {}],
    ["phone", "It's 512 555 0199.", "Your number ends in 0198, right?", {}],
    ["phone", "It's 512 555 0100, no, sorry, 512 555 0199.", "Got it.", { phone: "5125550100" }],
    ["address", "I'm at 12 Main St, apartment 4.", "12 Main Street, apartment 5, right?", {}],
    ["address", "I'm at 12 Main St, apartment 4.", "Got it.", { address: "12 Main St" }],
    ["time", "Can you come tomorrow morning?", "So that's tomorrow afternoon, right?", {}],
    ["time", "I need someone between eight and ten.", "Got it.", { time: "between 9 and 11" }],
    ["zip", "I'm in 78745.", "78754, got it.", {}],
  ])("%s: %s / %s", async (slot, line, reply, fields) => {
    expect(await readBack(slot, turn(line, reply), turn("Okay.", book(fields)))).toMatchObject({ ok: false });
  });

  test("one value said rightly and one wrongly are two checks", async () => {
    const checks = await checksOf([
      turn("This is Maria at 12 Main Street.", "So that's Maria at 21 Main Street. Is that right?"),
    ]);
    expect(checks["read-back-name"]).toMatchObject({ ok: true });
    expect(checks["read-back-address"]).toMatchObject({ ok: false });
    expect(checks["read-back-address"]?.reason).toMatch(/· not booked$/);
  });
});

describe("a read-back that agrees", () => {
  test("shows the three values as well", async () => {
    const check = await readBack(
      "time",
      turn("Can you come tomorrow at half past two?", "So tomorrow at 2:30, is that right?"),
      turn("Yes.", book({ preferred_time: "tomorrow 14:30" })),
    );
    expect(check).toMatchObject({ ok: true, value: 1, verdict: "same" });
    expect(check?.reason).toBe(
      "the caller gave “tomorrow at half past two” in exchange 1 · read back “tomorrow at 2:30” in exchange 1 · " +
        "booked “tomorrow 14:30” in exchange 2 (book_service)",
    );
  });

  test.each([
    ["name", "This is José García.", "So that's Jose Garcia, right?", { customer_name: "GARCIA, JOSE" }],
    ["name", "This is Maria Lopez.", "Thanks, Maria.", { first_name: "Maria", last_name: "Lopez" }],
    ["name", "Smith, S-M-I-T-H. My name is Smith.", "Thanks, Smith.", { name: "Mr. Smith" }],
    ["name", "I'm Luis, my mother's name is Ana Ruiz.", "Thanks, Luis.", { customer_name: "Ana Ruiz" }],
    ["phone", "Home is 512 555 0100, cell is 512 555 0199.", "Got it.", { phone: "5125550199" }],
    ["phone", "It's 512 555 0100, no, sorry, 512 555 0199.", "Got it.", { phone: "5125550199" }],
    ["phone", "It's 512 555 0199.", "That's (512) 555-0199?", { phone: "5125550199" }],
    ["address", "I'm at 4210 South Lamar.", "4210 South Lamar Boulevard, right?", { address: "4210 S Lamar Blvd" }],
    ["address", "I'm at 12 Main St, unit 4.", "Got it.", { address: "12 Main Street", unit: 4 }],
    ["time", "Can you come Tuesday at two?", "Okay.", { date: "2026-10-06", time: "14:00" }],
    ["time", "Can you come tomorrow morning?", "Okay.", { start: "tomorrow between eight and ten" }],
    ["time", "Tuesday or Wednesday works.", "So that's Wednesday, right?", { preferred_time: "Wednesday" }],
  ])("%s: %s / %s", async (slot, line, reply, fields) => {
    expect(await readBack(slot, turn(line, reply), turn("Okay.", book(fields)))).toMatchObject({ ok: true, value: 1 });
  });
});

test("an area code that nobody gave leaves a phone number undecided", async () => {
  const check = await readBack(
    "phone",
    turn("It's 555 0199.", "Got it."),
    turn("Okay.", book({ phone: "+15125550199" })),
  );
  expect(check).toMatchObject({ status: "skipped", verdict: "undecided" });
});

describe("a correction", () => {
  const corrected = (line: string) => [
    turn("I'm at 4210 South Lamar.", "So that's 4210 South Lamar, right?"),
    turn(line, "Sorry. 4120 South Lamar, is that right?"),
    turn("Yes.", book({ service_address: "4120 S Lamar" })),
  ];

  test.each(["No, it's 4120, not 4210.", "No, 4120 South Lamar.", "Actually, forty-one twenty.", "Not 4210, 4120."])(
    "counts from then on, and what was read back before is judged by what was known then: %s",
    async (line) => {
      expect((await checksOf(corrected(line)))["read-back-address"]).toMatchObject({ ok: true });
    },
  );

  test("that is not followed is found", async () => {
    const check = await readBack(
      "address",
      turn("I'm at 4210 South Lamar.", "So that's 4210 South Lamar, right?"),
      turn("No, it's 4120, not 4210.", "Got it.", book({ service_address: "4210 S Lamar" })),
    );
    expect(check).toMatchObject({ ok: false });
    expect(check?.reason).toBe(
      "the caller gave “4120 s lamar” in exchange 2 · not read back · booked “4210 S Lamar” in exchange 2 (book_service)",
    );
    expect(check?.evidence[0]).toEqual({ text: "No, it's 4120, not 4210.", exchange: 2, source: "user" });
  });

  test("of what the agent misheard leaves the value as it was given, and does not count as a fault once it is read back rightly", async () => {
    const misheard = turn("I'm at 4120 South Lamar.", "So that's 4210 South Lamar, right?");
    const putRight = turn("No, 4120, not 4210.", "4120 South Lamar, is that right?");
    const booked = turn("Yes.", book({ service_address: "4120 S Lamar" }));
    expect(await readBack("address", misheard, putRight, booked)).toMatchObject({ ok: true });
    expect(await readBack("address", misheard, putRight)).toMatchObject({ ok: true });
    expect(await readBack("address", misheard, turn("No, 4120, not 4210.", "Got it."), booked)).toMatchObject({
      ok: true,
    });
    const named = turn("No, South Lamar like the park, forty-one twenty.", "Got it.");
    expect(await readBack("address", misheard, named, booked)).toMatchObject({ ok: true });
    const check = await readBack("address", misheard, turn("Uh huh.", "Great."), booked);
    expect(check).toMatchObject({ ok: false });
    expect(check?.reason).toBe(
      "the caller gave “4120 South Lamar” in exchange 1 · read back “4210 South Lamar” in exchange 1 · " +
        "booked “4120 S Lamar” in exchange 3 (book_service)",
    );
  });

  test("of the hour keeps the day", async () => {
    const turns = (time: string) => [
      turn("Can you come Tuesday at two thirty?", "So that's Tuesday at two thirty, right?"),
      turn("Actually, make it three thirty.", "Sure."),
      turn("Thanks.", book({ preferred_time: time })),
    ];
    expect(await readBack("time", ...turns("Tuesday at 3:30 pm"))).toMatchObject({ ok: true });
    expect(await readBack("time", ...turns("Wednesday at 3:30 pm"))).toMatchObject({ ok: false });
  });

  test("by spelling counts", async () => {
    const turns = (name: string) => [
      turn("My name is John.", "Thanks. How do you spell that?"),
      turn("J-O-N.", book({ customer_name: name })),
    ];
    expect(await readBack("name", ...turns("Jon"))).toMatchObject({ ok: true });
    expect(await readBack("name", ...turns("John"))).toMatchObject({ ok: false });
  });

  test("of the phone number's last digits counts", async () => {
    const turns = (phone: string) => [
      turn("It's 512 555 0199.", "That's 512 555 0199?"),
      turn("No, sorry, it ends in 0198.", book({ phone })),
    ];
    expect(await readBack("phone", ...turns("5125550198"))).toMatchObject({ ok: true });
    expect(await readBack("phone", ...turns("5125550199"))).toMatchObject({ ok: false });
  });
});

describe("what the agent says of its own", () => {
  test("an offered time that the caller agrees to is the one that counts", async () => {
    const turns = (booked: string) => [
      turn("Can you come Tuesday at two?", "The earliest I have is Wednesday between eight and ten. Does that work?"),
      turn("Yes.", book({ preferred_time: booked }), "You're booked for Wednesday between eight and ten."),
    ];
    const check = await readBack("time", ...turns("Wednesday 8-10 am"));
    expect(check).toMatchObject({ ok: true });
    expect(check?.reason).toContain("the caller agreed to “Wednesday between eight and ten” in exchange 2");
    expect(await readBack("time", ...turns("Tuesday at 2"))).toMatchObject({ ok: false });
  });

  test("an offer that the caller turns down counts for nothing", async () => {
    expect(
      await readBack(
        "time",
        turn("Can you come Tuesday at two?", "How about Wednesday at nine?"),
        turn("No, Tuesday at two.", book({ preferred_time: "Tuesday at 2" })),
      ),
    ).toMatchObject({ ok: true });
  });

  test("of two offers the caller takes “the second one”", async () => {
    const turns = (line: string, booked: string) => [
      turn("Can you come Monday?", "We have Tuesday at nine or Wednesday at ten. Which works best?"),
      turn(line, book({ preferred_time: booked })),
    ];
    expect(await readBack("time", ...turns("The second one.", "Wednesday at 10"))).toMatchObject({
      ok: true,
      value: 1,
    });
    expect(await readBack("time", ...turns("The second one.", "Tuesday at 9"))).toMatchObject({ ok: false, value: 0 });
    expect(await readBack("time", ...turns("The first one.", "Tuesday at 9"))).toMatchObject({ ok: true, value: 1 });
    expect(await readBack("time", ...turns("Either is fine.", "Tuesday at 9"))).toMatchObject(undecided);
  });

  test("an address from the files that the caller agrees to is given", async () => {
    const turns = (address: string) => [
      turn("My AC died.", "Is it still 12 Main Street?"),
      turn("Yes.", book({ address })),
    ];
    expect(await readBack("address", ...turns("12 Main St"))).toMatchObject({ ok: true });
    expect(await readBack("address", ...turns("14 Main St"))).toMatchObject({ ok: false });
  });

  test("its own number and address are not a read-back", async () => {
    const checks = await checksOf([
      turn("It's 512 555 0199, I'm at 12 Main St.", "Call us back at 512-555-1000. Our office is at 5 Oak Lane."),
    ]);
    expect(checks["read-back-phone"]).toMatchObject(undecided);
    expect(checks["read-back-address"]).toMatchObject(undecided);
  });

  test("what happened to the caller is not a time read back", async () => {
    expect(
      await readBack("time", turn("Can you come tomorrow?", "So that's out since Tuesday night, is that right?")),
    ).toMatchObject(undecided);
  });
});

describe("what can be compared", () => {
  test("one value alone is not decided", async () => {
    const checks = await checksOf([
      turn("This is Maria.", "What's wrong?"),
      turn("It's hot.", book({ address: "12 Main St" })),
    ]);
    expect(checks["read-back-name"]).toMatchObject(undecided);
    expect(checks["read-back-address"]).toMatchObject(undecided);
  });

  test("a time that leaves all open is not decided", async () => {
    expect(
      await readBack("time", turn("I need someone as soon as possible.", "Okay.", book({ preferred_time: "today" }))),
    ).toMatchObject(undecided);
  });

  test("an argument that cannot be read is not decided", async () => {
    expect(await readBack("time", turn("Can you come Tuesday?", "Okay.", book({ slot: "slot_3" })))).toMatchObject(
      undecided,
    );
    expect(
      await readBack("time", turn("Can you come Tuesday?", "Okay.", book({ start: "2026-10-07T14:30:00Z" }))),
    ).toMatchObject(undecided);
  });

  test("what the result says was booked counts beside what was asked for", async () => {
    const turns = (time: string) => [
      turn("Can you come Tuesday at two?", "So that's Tuesday at two, right?"),
      turn("Yes.", book({ preferred_time: "Tuesday at 2" }, { result: { booked: true, time } })),
    ];
    expect(await readBack("time", ...turns("Tuesday at two"))).toMatchObject({ ok: true });
    const check = await readBack("time", ...turns("Thursday at two"));
    expect(check).toMatchObject({ ok: false });
    expect(check?.reason).toContain("booked “Thursday at two” in exchange 2");
  });

  test("what the tool was run with counts, where that differs from the call", async () => {
    const call = book({ service_address: "14 Main St" }, { executed: { service_address: "12 Main St" } });
    expect(await readBack("address", turn("I'm at 12 Main St.", call))).toMatchObject({ ok: true });
  });

  test("what was known before the call is given", async () => {
    const known = () => ({ address: "2501 Lake Austin Blvd", time: "tomorrow morning" });
    const checks = await checksOf(
      [turn("That is everything.", "So that's 2501 Lake Austin Boulevard, tomorrow afternoon. Is that right?")],
      { known },
    );
    expect(checks["read-back-address"]).toMatchObject({ ok: true });
    expect(checks["read-back-time"]).toMatchObject({ ok: false });
    expect(checks["read-back-time"]?.reason).toContain("known before the call: “tomorrow morning”");
  });

  test.each([
    [
      "name",
      [turn("My heater is dead.", "What's your name?"), turn("No.", "Okay.")],
      "the name was asked for, but none was read",
    ],
    [
      "name",
      [turn("This is Maria.", "What's wrong?")],
      "the caller gave “Maria” in exchange 1; it was neither read back",
    ],
    [
      "zip",
      [turn("Hi.", book({ zip_code: "78704" }))],
      "booked “78704” in exchange 1 (book_service), but none was read",
    ],
    [
      "time",
      [turn("Can you come Tuesday?", book({ slot: "slot_3" }))],
      "“slot_3” in exchange 1 (book_service), which was not",
    ],
    ["time", [turn("I need someone as soon as possible.", book({ time: "today" }))], "cannot be compared"],
  ])("every slot that was asked for, given or booked has a check: %s", async (slot, turns, why) => {
    const check = await readBack(slot, ...turns);
    expect(check).toMatchObject(undecided);
    expect(check?.reason).toContain(why);
  });

  test("a slot that the call has nothing to do with has no check", async () => {
    expect(await readBack("zip", turn("This is Maria.", "Thanks, Maria."))).toBeUndefined();
  });

  test("a read-back that agrees does not make up for a booking that was not read", async () => {
    const turns = [
      turn("Can you come Tuesday at two?", "So that's Tuesday at two, right?"),
      turn("Yes.", book({ slot: "slot_3" })),
    ];
    expect(await readBack("time", ...turns)).toMatchObject(undecided);
  });

  test("what was read back before the first exchange is not judged", async () => {
    const history = [
      { role: "user" as const, content: "I'm at 12 Main Street." },
      { role: "assistant" as const, content: "So that's 21 Main Street, right?" },
    ];
    expect((await checksOf(after(history, turn("No.", "Sorry."))))["read-back-address"]).toBeUndefined();
  });
});

test("a phone that is booked with an extension that nobody gave is undecided", async () => {
  const booked = turn("It's 512 555 0199.", book({ phone_number: "512-555-0199 ext 14" }));
  expect(await readBack("phone", booked)).toMatchObject(undecided);
});

test("a value that the caller does not want to be used is not the one that counts", async () => {
  const said = "My office is 500 Market Plaza, don't send anyone there, home is 812 Tilden Road.";
  const booked = (address: string) =>
    readBack("address", turn("Hi.", "What's the address?"), turn(said, book({ service_address: address })));
  expect(await booked("500 Market Plaza")).toMatchObject({ ok: false });
  expect(await booked("812 Tilden Rd")).toMatchObject({ ok: true });
});

test("a wrong read-back whose correction cannot be read is undecided, also behind a right one", async () => {
  const given = turn("My ZIP is 75208.", "75208, is that right?");
  const wrong = turn("Yes.", "75280.");
  const unread = turn("oh eight", "Okay.");
  expect(await readBack("zip", given, wrong, unread)).toMatchObject(undecided);
  const booked = turn("Bye.", book({ zip_code: "75280" }));
  expect(await readBack("zip", given, wrong, unread, booked)).not.toMatchObject({ ok: true });
});

test("a booking in place of what was given is undecided if the caller said it later, unless they ruled it out", async () => {
  const booked = (later: string) =>
    readBack(
      "address",
      turn("I'm at eighteen ninety sandhill court.", "Thanks. How big is the pool?"),
      turn(later, book({ service_address: "1890 Sandhill Circle" }), "Done."),
    );
  const unread = "maybe twelve feet. hey did I tell you court, it's sandhill circle, court is the next one over";
  expect(await booked(unread)).toMatchObject(undecided);
  expect(await booked("maybe twelve feet")).toMatchObject({ verdict: "different" });
  expect(await booked("maybe twelve feet, not circle")).toMatchObject({ verdict: "different" });
});
