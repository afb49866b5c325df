import { expect, test } from "vitest";
import { withoutSecrets } from "./secret-environment.ts";

test("a program's environment without what looks like a secret, however short", () => {
  const kept = {
    PATH: "/usr/bin:/bin",
    HOME: "/home/ada",
    AUTH_MODE: "basic",
    SSH_AUTH_SOCK: "/tmp/agent.sock",
    KEYCLOAK_URL: "http://localhost:8080/login",
    DATABASE_URL: "postgres://localhost/desk",
    EMPTY_TOKEN: "",
  };
  const secret = {
    OPENAI_API_KEY: "sk-1",
    DESK_PASSWORD: "hunter2",
    GITHUB_TOKEN: "ghp_0123456789abcdef",
    REDIS_URL: "redis://ada:hunter2hunter2@localhost",
  };
  expect(withoutSecrets({ ...kept, ...secret, MISSING: undefined })).toEqual(kept);
});
