import { expect, test } from "vitest";
import { markdownWorld } from "vivavoce/world";
import { App } from "../obsidian.ts";

const notes = markdownWorld({
  "Projects/A.md":
    "---\nstatus: live\ntags: [project/work]\n---\n\n# A\n\n## Next actions\n- [ ] one\n- [w] two\n- [x] three\n- [?] four\n",
  "B.md": "plain\n",
});
const { metadataCache, vault } = new App(notes);

test("front matter, headings and boxes are known without the text, lines counted from 0", () => {
  const file = vault.getFileByPath("Projects/A.md");
  expect(file && metadataCache.getFileCache(file)).toEqual({
    frontmatter: { status: "live", tags: ["project/work"] },
    headings: [
      { heading: "A", level: 1, position: { start: { line: 5 }, end: { line: 5 } } },
      { heading: "Next actions", level: 2, position: { start: { line: 7 }, end: { line: 7 } } },
    ],
    listItems: [" ", "w", "x", "?"].map((task, index) => ({
      task,
      position: { start: { line: 8 + index }, end: { line: 8 + index } },
    })),
  });
});

test("what a note does not have is left out, and no note has no cache", () => {
  expect(metadataCache.getCache("B.md")).toEqual({});
  expect(metadataCache.getCache("C.md")).toBeNull();
});

test("a link leads to a note by its path or by its name", () => {
  expect(metadataCache.getFirstLinkpathDest("A", "B.md")).toBe(vault.getFileByPath("Projects/A.md"));
  expect(metadataCache.getFirstLinkpathDest("Projects/A.md", "B.md")).toBe(vault.getFileByPath("Projects/A.md"));
  expect(metadataCache.getFirstLinkpathDest("Z", "B.md")).toBeNull();
});
