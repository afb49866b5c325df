import { describe, expect, test } from "vitest";
import { builtInSlots, isConfirmation, isRequest } from "../locale/en-US/asks/built-in.ts";
import { foldText, slotKinds } from "../locale/en-US/asks/kinds.ts";
import { findValues } from "./find-values.ts";
import { argumentReader, resolveSlots, type SlotDefinitions } from "./resolve-slots.ts";
import type { FindContext, SlotKind } from "./slot.ts";

describe("what asks for a slot", () => {
  test.each([
    ["name", "What's your name?"],
    ["name", "And your name?"],
    ["name", "Who am I speaking with?"],
    ["name", "I just need your name."],
    ["phone", "What's the best number to reach you?"],
    ["phone", "Can I get a callback number?"],
    ["phone", "What number can I call you back on?"],
    ["address", "What's the street address?"],
    ["address", "Where do you live?"],
    ["address", "Let me get your address."],
    ["time", "When would you like us out?"],
    ["time", "What day works?"],
    ["time", "And when?"],
    ["time", "When shall we come?"],
    ["time", "When for the second visit?"],
    ["time", "And which date were you thinking?"],
    ["time", "Which Monday in June?"],
    ["time", "Tell me what day you need."],
    ["time", "When are you free?"],
    ["time", "When do you want us there?"],
    ["time", "Would morning or afternoon suit you?"],
    ["time", "How soon do you need us?"],
    ["zip", "What's your ZIP code?"],
  ] as const)("%s: %s", (slot, sentence) => {
    expect(builtInSlots[slot].asks(sentence)).toBe(true);
  });

  test.each([
    ["name", "I have your name as Maria."],
    ["name", "Could you spell your name?"],
    ["name", "Did I get your name right?"],
    ["name", "What's the name of the complex?"],
    ["phone", "What's the apartment number?"],
    ["phone", "Is that a good number to reach you?"],
    ["address", "What's your email address?"],
    ["address", "Is that the address?"],
    ["address", "We'll send a tech to that address."],
    ["name", "Who's your provider?"],
    ["time", "Is it leaking when it runs?"],
    ["time", "When do you hear the noise?"],
    ["time", "Please call us when he's near."],
    ["time", "When did it start?"],
    ["time", "When was it last serviced?"],
    ["time", "We'll call you when the tech is near."],
    ["zip", "Is that ZIP right?"],
  ] as const)("%s: not %s", (slot, sentence) => {
    expect(builtInSlots[slot].asks(sentence)).toBe(false);
  });

  test("a request is a question or a wish, a confirmation wants a yes", () => {
    expect(isRequest("Could you hold")).toBe(true);
    expect(isRequest('He asked "why?"')).toBe(true);
    expect(isRequest("Got it.")).toBe(false);
    expect(isConfirmation("Okay, is that the address?")).toBe(true);
    expect(isConfirmation("Your address is 12 Main, right?")).toBe(true);
    expect(isConfirmation("What's the address?")).toBe(false);
  });
});

describe("arguments", () => {
  const read = argumentReader([["first_name", "last_name"], ["customer.name"], ["name"]], { all: true });

  test("are found by name, whatever its case and separators", () => {
    expect(argumentReader([["customer_name"]], { all: true })({ customerName: "Ana" })).toBe("Ana");
    expect(argumentReader([["customer_name"]], { all: true })({ "Customer-Name": "Ana" })).toBe("Ana");
  });

  test("of a group are put together, where all of it is there", () => {
    expect(read({ first_name: "Ana", last_name: "Ruiz", name: "x" })).toBe("Ana Ruiz");
    expect(read({ first_name: "Ana", name: "x" })).toBe("x");
  });

  test("may lie deeper, and the nearest to the top wins", () => {
    expect(read({ booking: { customer: { name: "Ana" } } })).toBe("Ana");
    expect(argumentReader([["time"]], { all: true })({ a: { time: "inner" }, time: "outer" })).toBe("outer");
    expect(argumentReader([["booking.time"]], { all: true })({ booking: { time: 9 }, time: "x" })).toBe("9");
  });

  test("that are blank, no text or not there are none", () => {
    expect(read({ name: "  " })).toBeUndefined();
    expect(read({ name: true })).toBeUndefined();
    expect(read(undefined)).toBeUndefined();
    expect(read("text")).toBeUndefined();
  });
});

describe("slots of a suite", () => {
  const named = (definitions: SlotDefinitions) => resolveSlots(definitions).map(({ name }) => name);

  test("are the built-in ones, without those turned off, and its own", () => {
    expect(named({})).toEqual(["name", "phone", "address", "time", "zip", "email"]);
    expect(named({ zip: false, phone: undefined, equipment: {} })).toEqual([
      "name",
      "phone",
      "address",
      "time",
      "email",
      "equipment",
    ]);
  });

  const slot = (name: string, definitions: SlotDefinitions) => {
    const found = resolveSlots(definitions).find((one) => one.name === name);
    if (!found) throw new Error(`no slot ${name}`);
    return found;
  };

  test("asks: its own patterns instead of the built-in ones", () => {
    const { asks } = slot("name", { name: { asks: [/who's there/i, "what do they call you"] } });
    expect(asks("Who's there?")).toBe(true);
    expect(asks("WHAT DO THEY CALL YOU")).toBe(true);
    expect(asks("What's your name?")).toBe(false);
  });

  test("a pattern that keeps its place finds every line", () => {
    const { asks } = slot("name", { name: { asks: [/who/gi] } });
    expect([asks("Who?"), asks("Who?"), asks("Who?")]).toEqual([true, true, true]);
  });

  test("gives: the first group, or all that matches", () => {
    const { gives } = slot("equipment", { equipment: { gives: [/my (furnace|ac)/i, "heat pump"] } });
    expect(gives?.("it's My Furnace")).toMatchObject([{ text: "Furnace", value: "furnace" }]);
    expect(gives?.("the Heat Pump")).toMatchObject([{ text: "Heat Pump", value: "heat pump" }]);
    expect(gives?.("the stove")).toEqual([]);
  });

  test("argument and result: one name or several put together", () => {
    const own = slot("time", { time: { argument: ["on", "at"], result: "confirmed.start" } });
    expect(own.argument({ on: "Tuesday", at: "9 am" })).toBe("Tuesday 9 am");
    expect(own.argument({ at: "9 am", preferred_time: "x" })).toBe("9 am");
    expect(own.result({ confirmed: { start: "9:00" } })).toBe("9:00");
    expect(slot("equipment", { equipment: {} }).argument({ equipment: "furnace" })).toBe("furnace");
  });

  test("kind: one of Viva's or one of its own", () => {
    expect(slot("callback", { callback: { kind: "phone" } }).kind.normalise("512 555 0199")).toBe("+15125550199");
    const own: SlotKind = { normalise: () => "own", compare: () => "same", find: () => [] };
    expect(slot("x", { x: { kind: own } }).kind).toBe(own);
    expect(() => resolveSlots({ x: { kind: "colour" as "text" } })).toThrow(/the slot x has the unknown kind "colour"/);
  });

  test("what is not a pattern is refused when the metric is made", () => {
    expect(() => resolveSlots({ x: { asks: ["("] } })).toThrow(/not a regular expression/);
  });
});

describe("values of one line", () => {
  const find = (
    line: string,
    {
      by = "caller",
      asked = [],
      slots = {},
    }: { by?: FindContext["by"]; asked?: string[]; slots?: SlotDefinitions } = {},
  ) => {
    const states = resolveSlots(slots).map((slot) => ({ slot, asked: asked.includes(slot.name), known: undefined }));
    const { found } = findValues(line, states, by);
    return Object.fromEntries(
      found
        .filter(({ values }) => values.length > 0)
        .map(({ slot, values }) => [slot.name, values.map(({ value }) => value)]),
    );
  };

  test("do not overlap: a phone number is not a time, a house number is not a ZIP code", () => {
    expect(find("512 555 0199, 78704, at 12345 Main Street, I need someone at 12", { asked: ["time", "zip"] })).toEqual(
      {
        phone: ["+15125550199"],
        zip: ["78704"],
        address: ["12345 main st"],
        time: ["at 12:00"],
      },
    );
  });

  test("are kept apart even where a slot is turned off", () => {
    expect(find("512 555 0199", { asked: ["time"], slots: { phone: false } })).toEqual({});
  });

  test("a ZIP code behind an address is both", () => {
    expect(find("4210 South Lamar, 78704", { asked: ["address"] })).toEqual({
      address: ["4210 s lamar, 78704"],
      zip: ["78704"],
    });
  });

  test("of two slots of a kind the one that was asked for gets it", () => {
    const slots = { callback: { kind: "phone" as const } };
    expect(find("512 555 0199", { asked: ["callback"], slots })).toEqual({ callback: ["+15125550199"] });
    expect(find("512 555 0199", { slots })).toEqual({ phone: ["+15125550199"], callback: ["+15125550199"] });
  });

  test("the suite's own pattern counts first, and its kind where that finds nothing and it was asked for", () => {
    const slots = { name: { gives: [/ask for (\w+)/i] } };
    expect(find("Please ask for Bob. This is Maria", { slots })).toEqual({ name: ["bob"] });
    expect(find("This is Maria", { slots })).toEqual({});
    expect(find("This is Maria", { slots, asked: ["name"] })).toEqual({ name: ["maria"] });
  });
});

describe("free words", () => {
  test("are compared without case, marks and kinds of numbers", () => {
    expect(foldText("Unit four, B!")).toBe("unit 4 b");
    expect(foldText(" - ")).toBeUndefined();
  });

  test("are given by an answer, and another wording makes no difference", () => {
    expect(slotKinds.text.find("It's blowing warm air.", { by: "caller", asked: true })).toMatchObject([
      { value: "it's blowing warm air" },
    ]);
    expect(slotKinds.text.find("It's blowing warm air.", { by: "caller", asked: false })).toEqual([]);
    expect(slotKinds.text.compare("it's blowing warm air", "warm air")).toBe("same");
    expect(slotKinds.text.compare("it's blowing warm air", "not cooling")).toBe("open");
  });
});
