import { expect, test } from "vitest";
import { OutsideWorldError } from "vivavoce/world";
import { deskWith } from "../testing/desk.ts";
import { moveToFocus } from "./move-to-focus.ts";
import { ToolFailure } from "./tool.ts";

const bike = {
  title: "Bike",
  nextActions: ["Order pads", "Clean the chain"],
  waiting: ["Parcel"],
  done: ["Pump the tyres"],
};
const call = { project_path: "Projects/Bike.md", action_text: "Order pads" };

test("the action is appended to the focus list with a link to its project, and stays in the project", () => {
  const desk = deskWith({ projects: [bike], focus: ["Buy stamps"] });
  const project = desk.vault.read("Projects/Bike.md");
  expect(moveToFocus.run(call, desk)).toEqual({ focus: "Order pads ([[Bike]])" });
  expect(desk.vault.read("Focus.md")).toBe("- [ ] Buy stamps\n- [ ] Order pads ([[Bike]])\n");
  expect(desk.vault.read("Projects/Bike.md")).toBe(project);
});

test("the focus list is made where there is none", () => {
  const desk = deskWith({ projects: [bike] });
  desk.vault.remove("Focus.md");
  moveToFocus.run(call, desk);
  expect(desk.vault.read("Focus.md")).toBe("- [ ] Order pads ([[Bike]])\n");
});

test.each(["Order pads ([[Bike]])", "Order pads"])("what is already there as “%s” is an error", (line) => {
  const desk = deskWith({ projects: [bike], focus: [line] });
  expect(() => moveToFocus.run(call, desk)).toThrow("already on the focus list");
  expect(desk.vault.read("Focus.md")).toBe(`- [ ] ${line}\n`);
});

test("the same text in another project is another action", () => {
  const desk = deskWith({ projects: [bike], focus: ["Order pads ([[Drums]])"] });
  moveToFocus.run(call, desk);
  expect(desk.vault.read("Focus.md")).toContain("Order pads ([[Bike]])");
});

test.each(["Order brakes", "Parcel", "Pump the tyres"])("“%s”, which is no open action, is an error", (action_text) => {
  expect(() => moveToFocus.run({ ...call, action_text }, deskWith({ projects: [bike] }))).toThrow(
    `Projects/Bike.md has no open action "${action_text}"`,
  );
});

test("missing arguments and unknown projects are errors", () => {
  const desk = deskWith({ projects: [bike] });
  expect(() => moveToFocus.run({ project_path: call.project_path }, desk)).toThrow(ToolFailure);
  expect(() => moveToFocus.run({ ...call, project_path: "Projects/Car.md" }, desk)).toThrow(ToolFailure);
});

test("a path outside the vault is refused", () => {
  const outside = { ...call, project_path: "Projects/../../Bike.md" };
  expect(() => moveToFocus.run(outside, deskWith({ projects: [bike] }))).toThrow(OutsideWorldError);
});
