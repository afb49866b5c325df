import type { Choices } from "./choices.ts";
import { managers } from "./package-manager.ts";

/** A workflow for GitHub, of plain steps. */
export function githubText(choices: Choices): string {
  const { manager, key } = choices;
  const setUp = {
    npm: [],
    pnpm: ["      - run: corepack enable"],
    yarn: ["      - run: corepack enable"],
    bun: ["      - uses: oven-sh/setup-bun@v2"],
  }[manager];
  return `${[
    "name: viva",
    "",
    "on:",
    "  push:",
    "    branches: [main]",
    "  pull_request:",
    "",
    "permissions:",
    "  contents: read",
    "",
    "jobs:",
    "  evaluate:",
    "    runs-on: ubuntu-latest",
    "    steps:",
    "      - uses: actions/checkout@v4",
    "      - uses: actions/setup-node@v4",
    "        with:",
    "          node-version: 24",
    ...setUp,
    `      - run: ${managers[manager].clean}`,
    `      # ${how(choices)}`,
    `      - run: ${runCommand(choices)}`,
    ...(key ? ["        env:", `          ${key}: \${{ secrets.${key} }}`] : []),
    "      - uses: actions/upload-artifact@v4",
    "        if: always()",
    "        with:",
    "          name: viva-reports",
    "          path: results/",
  ].join("\n")}\n`;
}

/** A job for GitLab. */
export function gitlabText(choices: Choices): string {
  const { manager } = choices;
  const before = { npm: [], pnpm: ["corepack enable"], yarn: ["corepack enable"], bun: ["npm install --global bun"] };
  return `${[
    `# ${how(choices)}`,
    "viva:",
    "  image: node:24",
    "  script:",
    ...[...before[manager], managers[manager].clean, runCommand(choices)].map((line) => `    - ${line}`),
    "  artifacts:",
    "    when: always",
    "    paths: [results/]",
    "    reports:",
    "      junit: results/*.xml",
  ].join("\n")}\n`;
}

/** In CI a package manager asks nobody before it fetches: where Viva is not installed, that is somebody else's "viva". */
const onlyInstalled = { npm: "npx --no", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx --no-install" };

function runCommand({ manager, key }: Choices): string {
  const viva = `${onlyInstalled[manager]} viva run`;
  return key
    ? `${viva} --max-cost 1 --report html,junit,json,markdown`
    : `${viva} --replay --report html,junit,json,markdown`;
}

function how({ key }: Choices): string {
  return key
    ? `Live if the secret ${key} is set; otherwise, as on a fork's pull request, the recordings are replayed.`
    : "Replays the recordings, because CI cannot reach the model's server.";
}
