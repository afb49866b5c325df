import { address } from "../data/route.ts";

/** A page that the navigation leads to, and the view that it needs. */
export const places = [
  { name: "Runs", path: "", view: "runs", key: "g r" },
  { name: "Compare", path: "compare", view: "compare", key: "g c" },
  { name: "Review", path: "review", view: "review", key: "g v" },
  { name: "Judges", path: "judges", view: "judges", key: "g j" },
  { name: "Find", path: "find", view: "case", key: "g f" },
] as const;

export const addressOf = (path: string) => address(path === "" ? [] : [path]);

/** The place that a page belongs to: a run and its cases belong to the runs. */
export function placeOf([first = ""]: readonly string[]): string {
  return first === "run" || first === "case" ? "" : first;
}

/** The way to a page, from the outermost; the last one is the page itself. */
export function wayTo(path: readonly string[], home: string): { words: string; href: string }[] {
  const [first = "", one = "", two = "", three = ""] = path;
  const runs = home === "#/" ? [{ words: "Runs", href: home }] : [];
  const run = { words: `run ${one}`, href: address(["run", one]) };
  if (first === "run") return [...runs, run];
  if (first === "case") {
    const suite = { ...run, href: address(["run", one], { suite: two === "0" ? undefined : two }) };
    return [...runs, suite, { words: three, href: address(["case", one, two, three]) }];
  }
  const place = places.find((known) => known.path === first);
  if (!place || path.length < 2) return [];
  return [
    { words: place.name, href: addressOf(place.path) },
    { words: path.slice(1).join(" · "), href: address(path) },
  ];
}
