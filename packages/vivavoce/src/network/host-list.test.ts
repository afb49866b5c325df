import { describe, expect, test } from "vitest";
import { hostList, hostProblem } from "./host-list.ts";

describe("a list of hosts", () => {
  test.each([
    ["db.example.com", "db.example.com", 5432, true],
    ["db.example.com", "DB.Example.COM.", 5432, true],
    ["DB.example.com:5432", "db.example.com", 5432, true],
    ["db.example.com:5432", "db.example.com", 5433, false],
    ["db.example.com:5432", "db.example.com", undefined, true],
    ["db.example.com", "evil-db.example.com", 5432, false],
    ["db.example.com", "db.example.com.evil.com", 5432, false],
    ["example.com", "db.example.com", 5432, false],
    ["localhost:80", "127.0.0.1", 80, true],
    ["127.0.0.1", "localhost", 80, true],
    ["127.0.0.1", "127.9.9.9", 80, true],
    ["::1", "127.0.0.1", 80, true],
    ["[::1]:80", "localhost", 80, true],
    ["[::1]:80", "localhost", 81, false],
    ["localhost", "::ffff:127.0.0.1", 80, true],
    ["localhost", "0.0.0.0", 80, true],
    ["localhost", "api.localhost", 80, true],
    ["localhost", "localhost.evil.com", 80, false],
    ["10.0.0.1", "::ffff:10.0.0.1", 80, true],
    ["10.0.0.1", "10.0.0.10", 80, false],
    ["2001:DB8::1", "2001:db8:0:0::1", 80, true],
    ["[2001:db8::1]:443", "[2001:db8::1]", 443, true],
    ["[2001:db8::1]:443", "2001:db8::1", 80, false],
    ["bücher.example", "xn--bcher-kva.example", 80, true],
  ])("%s: %s port %s: %s", (entry, host, port, allowed) => {
    expect(hostProblem(entry)).toBe(undefined);
    expect(hostList([entry]).allows(host, port)).toBe(allowed);
  });

  test("that is empty allows nothing", () => {
    expect(hostList([]).allows("localhost", 80)).toBe(false);
  });

  test.each([
    ["*.example.com", "wildcard"],
    ["*", "wildcard"],
    ["https://example.com", "not a URL"],
    ["example.com/path", "not a URL"],
    ["user@example.com", "not a URL"],
    ["two words", "not a URL"],
    ["example.com:0", "port is not a number"],
    ["example.com:65536", "port is not a number"],
    ["example.com:http", "port is not a number"],
    ["example.com:", "port is not a number"],
    ["[::1", "not a host name"],
    ["-x.example", "not a host name"],
    ["a..b", "not a host name"],
  ])("refuses %s: %s", (entry, problem) => {
    expect(hostProblem(entry)).toContain(problem);
  });

  test("refuses an empty entry, which must not stand for this machine", () => {
    expect(hostProblem("")).toBe("it is not a host name");
    expect(hostProblem(":80")).toBe("it is not a host name");
    expect(hostProblem("[]:80")).toBe("it is not a host name");
  });
});
