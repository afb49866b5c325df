import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Problem } from "./waiting.tsx";

test("a command in a problem is shown as code, not between backticks", () => {
  const drawn = renderToStaticMarkup(<Problem>{"Start `viva view` again, then <reload>."}</Problem>);
  expect(drawn).toContain("Start <code>viva view</code> again, then &lt;reload&gt;.");
});
