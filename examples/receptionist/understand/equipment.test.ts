import { expect, test } from "vitest";
import { readEquipment } from "./equipment.ts";

test.each([
  ["My AC died", "air conditioner"],
  ["the A/C is out", "air conditioner"],
  ["our air conditioning", "air conditioner"],
  ["The gas heater runs", "gas furnace"],
  ["the furnace bangs", "furnace"],
  ["the heater", "heater"],
  ["it's a heat pump, the heater part", "heat pump"],
  ["The thermostat on the AC", "thermostat"],
])("%s", (line, equipment) => {
  expect(readEquipment(line)).toBe(equipment);
});

test.each(["It's hot", "the place", "back to you"])("none: %s", (line) => {
  expect(readEquipment(line)).toBeUndefined();
});
