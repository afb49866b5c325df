import { describe, expect, test } from "vitest";
import { after, checksOf, turn } from "../testing-call.test-helper.ts";

const again = async (...turns: ReturnType<typeof turn>[]) => (await checksOf(turns))["asked-again"];

describe("a slot that was given", () => {
  test("and is asked for is found, with what was given", async () => {
    const check = await again(
      turn("Hi, this is Dave at 2501 Lake Austin Blvd.", "Sorry to hear that. What's your name?"),
      turn("Dave, as I said.", "And the address?"),
    );
    expect(check).toMatchObject({ ok: false, value: 0, verdict: "asked again" });
    expect(check?.reason).toBe(
      "exchange 1 asks for the name (“What's your name?”), the caller gave “Dave” in exchange 1; " +
        "exchange 2 asks for the address (“And the address?”), the caller gave “2501 Lake Austin Blvd” in exchange 1",
    );
    expect(check?.evidence).toEqual([
      { text: "What's your name?", exchange: 1, source: "reply" },
      { text: "And the address?", exchange: 2, source: "reply" },
    ]);
  });

  test.each([
    ["the phone number", "It's 512 555 0199.", "What's the best number to reach you?"],
    ["the ZIP code", "I'm in 78745.", "What's your ZIP code?"],
    ["the time", "As soon as possible, I need someone.", "When would you like us out?"],
    ["the time, asked for in other words", "I'd like Friday at three.", "And when did you want us to come?"],
    ["the hour", "I want Thursday at ten.", "And what time on Thursday?"],
    ["the name, said in small letters", "my name is maria", "Can I get your name?"],
  ])("%s", async (_slot, line, question) => {
    expect(await again(turn(line, question))).toMatchObject({ ok: false });
  });

  test("in the history counts", async () => {
    const history = [
      { role: "assistant" as const, content: "What's your name?" },
      { role: "user" as const, content: "Maria" },
    ];
    const checks = await checksOf(after(history, turn("It's blowing warm.", "Can I get your name?")));
    expect(checks["asked-again"]).toMatchObject({ ok: false });
    expect(checks["asked-again"]?.reason).toContain("the caller gave “Maria” before the first exchange");
  });

  test("before the call, by `known`, counts", async () => {
    const played = [turn("It's blowing warm.", "Can I get your name?")];
    expect((await checksOf(played))["asked-again"]).toMatchObject({ ok: true });
    const checks = await checksOf(played, { known: () => ({ name: "Maria" }) });
    expect(checks["asked-again"]).toMatchObject({ ok: false });
    expect(checks["asked-again"]?.reason).toContain("known before the call: “Maria”");
  });
});

describe("is not asked for again by", () => {
  test.each([
    ["a first question", [turn("My AC died.", "What's your name?"), turn("Dave.", "And the address?")]],
    ["a question that reads it back", [turn("12 Main St.", "The address is 12 Main Street, right?")]],
    ["a question whether it is right", [turn("This is Dave.", "Dave. Is that your first name?")]],
    ["a question how it is spelled", [turn("This is Dave.", "Could you spell your name?")]],
    ["a question for the last name", [turn("This is Dave.", "And your last name?")]],
    ["a question for the hour after the day", [turn("Can you come Tuesday?", "What time works on Tuesday?")]],
    ["a question for what the caller did not say", [turn("I'd rather not say.", "What's your name?")]],
    ["an offer of another time", [turn("Can you come today?", "Would Tuesday work, or when works best?")]],
    ["a question when the caller is away", [turn("Can you come Tuesday?", "When are you away?")]],
    ["a question for another one", [turn("It's 512 555 0199.", "Is there a second number?")]],
    [
      "a question for somebody of whom the caller spoke",
      [turn("12 Main St, but it's the rental.", "The rental's address?")],
    ],
    ["a question where to go there", [turn("I'm at 12 Main St.", "Where should he go when he gets there?")]],
    ["a question when it began", [turn("Can you come Tuesday?", "When did it start?")]],
    ["a problem that is told with a time", [turn("It died this morning.", "When would you like us out?")]],
  ])("%s", async (_name, turns) => {
    const check = await again(...turns);
    expect(check?.ok ?? true).toBe(true);
  });

  test("a question after the caller said it was wrong", async () => {
    expect(
      await again(
        turn("I'm at 12 Main Street.", "So 12 Maine Street, is that right?"),
        turn("No.", "Sorry. What's the address?"),
      ),
    ).toMatchObject({ ok: true });
    expect(
      await again(
        turn("I'm at 12 Main Street.", "Got it. Anything else?"),
        turn("I need to change the address.", "Sure. What's the new address?"),
      ),
    ).toMatchObject({ ok: true });
  });
});

test.each([
  ["what was given was not read", "Wednesday, unless they move my shift.", "Which day should we come?"],
  ["a first name was given", "This is Dot.", "What name would you like this under?"],
  ["the agent did not hear it", "My name is Ellen Marsh.", "I'm sorry, I missed that. Your name?"],
  ["it may be that of somebody else", "I'm at 12 Main St.", "What's his address?"],
])("undecided if %s", async (_why, line, question) => {
  const check = await again(turn("Hi.", "When would you like us, and who's calling?"), turn(line, question));
  expect(check?.value).toBeUndefined();
  expect(check).toBeDefined();
});

test("where nothing was asked for there is nothing to check", async () => {
  expect(await again(turn("This is Dave.", "Hello Dave."))).toBeUndefined();
});
