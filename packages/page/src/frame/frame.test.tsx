import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Capable, ofServer } from "../data/capabilities.ts";
import { Frame } from "./frame.tsx";

const namesIn = (capable: typeof ofServer) => {
  const markup = renderToStaticMarkup(
    <Capable value={capable}>
      <Frame path={["compare", "main", "7f3a"]}>text</Frame>
    </Capable>,
  );
  const [nav = ""] = /<nav aria-label="pages">.*?<\/nav>/.exec(markup) ?? [];
  return [...nav.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, name]) => `${name} ${href}`);
};

test("a run's report that opens with its comparison leads to the run as well", () => {
  const report = { holds: (view: string) => view === "compare", live: false, home: "#/run/7f3a" };
  expect(namesIn(report)).toEqual(["Run #/run/7f3a", "Compare #/compare"]);
});

test("the report of a comparison, and the server, have no run of their own", () => {
  const report = { holds: (view: string) => view === "compare", live: false, home: "#/compare" };
  expect(namesIn(report)).toEqual(["Compare #/compare"]);
  expect(namesIn(ofServer)[0]).toBe("Runs #/");
});
