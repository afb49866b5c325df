import { describe, expect, test } from "vitest";
import { readHazard } from "./hazard.ts";

describe("a hazard that is there", () => {
  test.each([
    ["I smell gas.", "gas smell"],
    ["There's a strong gas smell in the hallway", "gas smell"],
    ["it smells like gas in here", "gas smell"],
    ["Something smells like rotten eggs", "gas smell"],
    ["I think we have a gas leak", "gas smell"],
    ["It kind of smells of propane", "gas smell"],
    ["The carbon monoxide alarm is going off", "carbon monoxide alarm"],
    ["our CO detector keeps beeping", "carbon monoxide alarm"],
    ["The smoke alarm went off twice", "carbon monoxide alarm"],
    ["there are sparks coming out of the unit", "sparks"],
    ["It's sparking", "sparks"],
    ["There's smoke coming from the vent", "smoke"],
    ["the furnace is on fire", "smoke"],
    ["there's a burning smell", "smoke"],
    ["It smells like something burning", "smoke"],
  ])("%s", (line, hazard) => {
    expect(readHazard(line)).toEqual({ kind: "present", hazards: [hazard] });
  });

  test.each([
    "No, I smell gas",
    "no I smell gas",
    "No cold air and I smell gas",
    "the AC is not working I smell gas",
    "There's no cold air, but I do smell gas.",
    "It won't start and there's smoke",
    "smoke is coming out and won't stop",
    "I smell gas, no cold air either",
    "I don't know what's wrong, it smells like gas",
    "maybe I smell gas",
  ])("is found beside a no that is about something else: %s", (line) => {
    expect(readHazard(line).kind).toBe("present");
  });

  test("several are all named", () => {
    expect(readHazard("Sparks and smoke!")).toEqual({ kind: "present", hazards: ["sparks", "smoke"] });
  });

  test("one that is there counts more than one that is not", () => {
    expect(readHazard("No smoke, but I smell gas")).toEqual({ kind: "present", hazards: ["gas smell"] });
  });
});

describe("gas or heat without a smell is no hazard", () => {
  test.each([
    "The gas heater runs, no odd smell",
    "We have a gas furnace",
    "It's a gas heater and it runs fine",
    "the gas bill is high",
    "It's ninety degrees, we're burning up in here",
    "The heater won't fire up",
    "It's smoking hot in here",
    "We have a smoke detector in the hall",
    "The alarm clock",
    "no cold air",
    "The spark plug",
    "It smells musty",
    "The burglar alarm went off",
  ])("%s", (line) => {
    expect(readHazard(line)).toEqual({ kind: "none" });
  });
});

describe("a hazard that is denied", () => {
  test.each<[string, string[]]>([
    ["I don't smell gas", ["gas smell"]],
    ["I dont smell any gas", ["gas smell"]],
    ["No gas smell", ["gas smell"]],
    ["no gas smell or smoke", ["gas smell", "smoke"]],
    ["No gas smell, no smoke, no sparks", ["gas smell", "sparks", "smoke"]],
    ["No gas smell, or smoke", ["gas smell", "smoke"]],
    ["we smell no gas", ["gas smell"]],
    ["I don't think I smell gas", ["gas smell"]],
    ["there isn't any smoke here", ["smoke"]],
    ["the alarm is not going off", ["carbon monoxide alarm"]],
    ["Gas smell? No, nothing like that.", ["gas smell"]],
    ["without any sparks", ["sparks"]],
  ])("%s", (line, hazards) => {
    const reading = readHazard(line);
    expect(reading.kind).toBe("denied");
    expect(reading.kind !== "none" && [...reading.hazards].sort()).toEqual([...hazards].sort());
  });
});

describe("a hazard that the caller cannot tell", () => {
  test.each([
    "I'm not sure if I smell gas",
    "can't tell whether that's smoke",
    "I don't know if there's a gas smell",
    "Does a gas smell count?",
  ])("%s", (line) => {
    expect(readHazard(line).kind).toBe("unsure");
  });
});
