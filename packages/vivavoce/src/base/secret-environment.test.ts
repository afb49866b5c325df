import { expect, test } from "vitest";
import { withoutSecrets } from "./secret-environment.ts";

test("an environment without what its names call a secret, however short; what only describes one stays", () => {
  const environment = {
    PATH: "/usr/bin",
    TONE: "warm",
    TOKENIZERS_PARALLELISM: "false",
    AUTH_METHOD: "oauth",
    APP_URL: "https://example.com",
    OPENAI_API_KEY: "x",
    GITHUB_TOKEN: "short",
    DB_PASSWORD: "hunter2",
    DATABASE_URL: "postgres://me:hunter2@db/app",
    SSH_AUTH_SOCK: "/run/agent.1",
    EMPTY: undefined,
  };
  expect(Object.keys(withoutSecrets(environment))).toEqual([
    "PATH",
    "TONE",
    "TOKENIZERS_PARALLELISM",
    "AUTH_METHOD",
    "APP_URL",
  ]);
});
