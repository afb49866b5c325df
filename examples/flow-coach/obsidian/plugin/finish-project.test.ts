import { describe, expect, test, vi } from "vitest";
import { App } from "../../obsidian.ts";
import { vaultWith } from "../../testing/desk.ts";
import { finishProject } from "./finish-project.ts";

// What `alias` does in a run: "obsidian" is the stand-in.
vi.mock("obsidian", () => import("../../obsidian.ts"));

const path = "Projects/Passport.md";

function openApp(project: { nextActions?: string[]; done?: string[] } = {}) {
  const vault = vaultWith({ projects: [{ title: "Passport", ...project }] });
  return { vault, app: new App(vault) };
}

describe("a tool of a plugin, run over the coach's vault", () => {
  test("changes the vault, and Viva sees what it changed", async () => {
    const { vault, app } = openApp({ done: ["Get photos taken"] });
    const before = vault.snapshot();
    expect(await finishProject(app, { path, year: 2025 })).toBe("Passport is archived");
    expect(vault.diff(before, vault.snapshot())).toMatchObject([
      { kind: "note.created", note: "Log/2025.md" },
      { kind: "frontmatter.set", note: path, key: "finished", to: 2025 },
      { kind: "frontmatter.set", note: path, key: "status", from: "live", to: "archived" },
    ]);
    expect(vault.read("Log/2025.md")).toBe("# Finished in 2025\n\n- [[Passport]]\n");
  });

  test("goes on with a log that is there", async () => {
    const { vault, app } = openApp();
    vault.create("Log/2025.md", "# Finished in 2025\n\n- [[Visa]]\n");
    await finishProject(app, { path, year: 2025 });
    expect(vault.read("Log/2025.md")).toContain("- [[Visa]]\n- [[Passport]]\n");
  });

  test("reads boxes and front matter from the metadata", async () => {
    const { app } = openApp({ nextActions: ["Get photos taken", "Hand in the form"] });
    expect(await finishProject(app, { path, year: 2025 })).toBe("Passport has 2 open action(s)");
    const finished = openApp();
    await finishProject(finished.app, { path, year: 2025 });
    expect(await finishProject(finished.app, { path, year: 2025 })).toBe("Passport is archived already");
  });

  test("tells a note from a folder by instanceof", async () => {
    const { app } = openApp();
    await expect(finishProject(app, { path: "Projects", year: 2025 })).rejects.toThrow("is not a note");
    await expect(finishProject(app, { path: "Projects/Visa.md", year: 2025 })).rejects.toThrow("is not a note");
  });
});
