import { expect, test } from "vitest";
import { deskWith } from "../testing/desk.ts";
import { startWeeklyReview } from "./start-weekly-review.ts";
import { ToolFailure } from "./tool.ts";

const context = {
  projects: [
    { title: "A", sphere: "work" },
    { title: "B", sphere: "work", status: "hold" as const },
    { title: "C", sphere: "home" },
  ],
};

test("a review covers the live projects of its spheres unless other statuses are asked for", () => {
  const desk = deskWith(context);
  expect(startWeeklyReview.run({ spheres: ["work"] }, desk)).toEqual({
    review: "started",
    spheres: ["work"],
    statuses: ["live"],
    projects: ["Projects/A.md"],
  });
  expect(desk.reviews).toEqual([{ spheres: ["work"], statuses: ["live"] }]);
});

test("other statuses are taken in", () => {
  const desk = deskWith(context);
  const result = startWeeklyReview.run({ spheres: ["work", "home"], include_statuses: ["live", "hold"] }, desk);
  expect(result).toMatchObject({ projects: ["Projects/A.md", "Projects/B.md", "Projects/C.md"] });
  expect(desk.reviews).toEqual([{ spheres: ["work", "home"], statuses: ["live", "hold"] }]);
});

test("a sphere that no project belongs to is an error that names those there are, and no review begins", () => {
  const desk = deskWith(context);
  const run = () => startWeeklyReview.run({ spheres: ["work", "club"] }, desk);
  expect(run).toThrow("No project belongs to club. Spheres: home, work");
  expect(desk.reviews).toEqual([]);
  expect(() => startWeeklyReview.run({ spheres: ["work"] }, deskWith({}))).toThrow("no projects yet");
});

test.each([
  {},
  { spheres: [] },
  { spheres: "work" },
  { spheres: ["work"], include_statuses: ["done"] },
  { spheres: ["work"], include_statuses: [] },
])("%j is an error", (callArguments) => {
  expect(() => startWeeklyReview.run(callArguments, deskWith(context))).toThrow(ToolFailure);
});
