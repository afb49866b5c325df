import { expect, test } from "vitest";
import { OutsideWorldError } from "vivavoce/world";
import { deskWith } from "../testing/desk.ts";
import { showActionCard } from "./show-action-card.ts";
import { ToolFailure } from "./tool.ts";

const context = {
  nextActions: ["Buy stamps", "Ring the dentist"],
  projects: [{ title: "House", nextActions: ["Paint"], waiting: ["Quote"], done: ["Measure"] }],
};

test("a card shows text, file, line and state", () => {
  expect(showActionCard.run({ file: "Next actions.md", line_number: 4 }, deskWith(context))).toEqual({
    card: "action",
    text: "Ring the dentist",
    file: "Next actions.md",
    line: 4,
    state: "open",
  });
});

test.each([
  [14, "Paint", "open"],
  [15, "Quote", "waiting"],
  [16, "Measure", "done"],
])("line %i of a project is counted with its front matter", (line_number, text, state) => {
  expect(showActionCard.run({ file: "Projects/House.md", line_number }, deskWith(context))).toMatchObject({
    text,
    state,
  });
});

test("a line without an action is an error that names the lines that have one", () => {
  const run = () => showActionCard.run({ file: "Next actions.md", line_number: 1 }, deskWith(context));
  expect(run).toThrow("Line 1 of Next actions.md holds no action. Lines that do: 3, 4");
  expect(() => showActionCard.run({ file: "Inbox.md", line_number: 1 }, deskWith(context))).toThrow(
    "Lines that do: none",
  );
});

test.each([
  { file: "Nowhere.md", line_number: 1 },
  { file: "Inbox.md", line_number: 0 },
  { file: "Inbox.md" },
  { line_number: 1 },
])("%j is an error", (callArguments) => {
  expect(() => showActionCard.run(callArguments, deskWith(context))).toThrow(ToolFailure);
});

test("a path outside the vault is refused", () => {
  expect(() => showActionCard.run({ file: "../x.md", line_number: 1 }, deskWith(context))).toThrow(OutsideWorldError);
});
