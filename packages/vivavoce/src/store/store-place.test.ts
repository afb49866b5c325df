import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { redactor } from "../base/index.ts";
import { shownPlace, storeFile, storePlace } from "./store-place.ts";

const wishes = { cwd: "/home/ada/exam/evals", root: "/home/ada/exam", asked: undefined, configured: undefined };

describe("the place of a store", () => {
  test("is what was asked for, then what the config says, then a file beside the config", () => {
    const configured = "results/store.sqlite";
    expect(storePlace({ ...wishes, asked: "own.sqlite", configured })).toBe(resolve(wishes.cwd, "own.sqlite"));
    expect(storePlace({ ...wishes, configured })).toBe(resolve(wishes.root, configured));
    expect(storePlace(wishes)).toBe(storeFile(wishes.root));
    expect(storePlace({ ...wishes, asked: "" })).toBe(join(wishes.root, ".viva", "store.sqlite"));
    expect(storePlace({ ...wishes, asked: "postgresql://db/viva", configured })).toBe("postgresql://db/viva");
  });

  test.each(["mysql://db/viva", "https://example.com/store.sqlite", "redis://localhost"])("%s is refused", (asked) => {
    expect(() => storePlace({ ...wishes, asked })).toThrow("a store cannot be at an address of the kind");
  });

  test.each([
    ["postgres://ada:sesame@db.example:6543/exams?sslmode=require", "postgres://db.example:6543/exams"],
    ["postgresql://ada@db.example/exams%20of%20may", "postgres://db.example:5432/exams of may"],
    ["postgres://[::1]/exams", "postgres://[::1]:5432/exams"],
    ["/home/ada/store.sqlite", "/home/ada/store.sqlite"],
  ])("%s is shown without user and password", (place, shown) => {
    expect(shownPlace(place)).toBe(shown);
  });

  test("an address that cannot be read is refused without showing it", () => {
    const place = "postgres://ada:sesame/open@db:not-a-port/exams";
    expect(() => shownPlace(place)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("sesame") }),
    );
  });

  test("an example of an address is printed as it is", () => {
    for (const read of [
      () => shownPlace("postgres://ada:a#b@db/x"),
      () => storePlace({ ...wishes, asked: "mysql://db" }),
    ])
      expect(read).toThrow(
        expect.objectContaining({ remedy: expect.toSatisfy((text) => redactor({}).text(text) === text) }),
      );
  });

  test("its password is a secret, whatever variable or flag named it", () => {
    const secrets = redactor({ VIVA_STORE: "postgres://ada:open-sesame-4711@db/exams" });
    expect(secrets.text("it is open-sesame-4711, I think")).not.toContain("sesame");
  });
});
