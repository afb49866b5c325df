import { foldSpace } from "./canonical-text.ts";

const headingLine = /^ {0,3}#{1,6}(?:[ \t](.*))?$/s;

/** The title of a line such as `## Next actions ##`; undefined if it is not a heading. `#tag` is not one. */
export function readHeading(line: string): string | undefined {
  const match = headingLine.exec(line);
  return match ? withoutClosing(foldSpace(match[1] ?? "")) : undefined;
}

/** Drops the optional closing run of `#`, which a space sets apart from the title. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  if (end === title.length || (end > 0 && title[end - 1] !== " ")) return title;
  return title.slice(0, end).trimEnd();
}
