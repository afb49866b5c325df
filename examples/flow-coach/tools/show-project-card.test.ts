import { expect, test } from "vitest";
import { OutsideWorldError } from "vivavoce/world";
import { deskWith } from "../testing/desk.ts";
import { showProjectCard } from "./show-project-card.ts";
import { ToolFailure } from "./tool.ts";

const choir = {
  title: "Choir",
  description: "80 guests.",
  priority: 1,
  nextActions: ["Ring the vicar", "Print posters"],
  waiting: ["Programme"],
  done: ["Fix the date"],
};

test("a card shows title, description, priority, status and the open boxes, and changes nothing", () => {
  const desk = deskWith({ projects: [choir] });
  const before = desk.vault.snapshot();
  expect(showProjectCard.run({ project_file: "Projects/Choir.md" }, desk)).toEqual({
    card: "project",
    title: "Choir",
    description: "80 guests.",
    priority: 1,
    status: "live",
    open: ["Ring the vicar", "Print posters"],
  });
  expect(desk.vault.snapshot()).toEqual(before);
});

test("unknown projects are errors, and paths outside the vault are refused", () => {
  const desk = deskWith({ projects: [choir] });
  expect(() => showProjectCard.run({ project_file: "Choir.md" }, desk)).toThrow(ToolFailure);
  expect(() => showProjectCard.run({}, desk)).toThrow(ToolFailure);
  expect(() => showProjectCard.run({ project_file: "/Projects/Choir.md" }, desk)).toThrow(OutsideWorldError);
});
