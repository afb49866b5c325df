// Keeps one comment on a pull request up to date: the Markdown report that the run has written to results/, or that there is none. Plain
// JavaScript without dependencies: the action runs it in its users' repositories.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_SERVER_URL, GITHUB_TOKEN } = process.env;
const { COMMIT = "", EXIT_CODE, NAME, PULL_REQUEST, STARTED } = process.env;

const issues = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`;
const log = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
/** By its name alone: a run that was refused must replace the praise of an earlier one. */
const marker = `<!-- viva-comment:${encodeURIComponent(NAME).replaceAll("-", "%2D")} -->`;
/** GitHub takes 65,536 characters. */
const longest = 64_000;

const meanings = {
  0: "pass",
  1: "fail",
  2: "inconclusive",
  3: "infrastructure: this says nothing about the agent",
  64: "wrong usage or input: nothing was played",
};

function commentText() {
  const found = newestReport();
  const report = found ?? "**Viva ended without a report.** The log says why.\n";
  // Flags such as --dry-run end with 0 and examine nobody.
  const meaning = EXIT_CODE === "0" && found === undefined ? "nothing was played" : meanings[EXIT_CODE];
  const end = `Exit code ${EXIT_CODE} (${meaning ?? "interrupted"}) · ${COMMIT.slice(0, 7)} · [log and reports](${log})`;
  const shown = report.length <= longest ? report : `${report.slice(0, longest)}\n\n… The rest is in the reports.\n`;
  return `${marker}\n${shown}\n${end}\n`;
}

/** Reports are named by when their run began. One that was there before the exam is of another run. */
function newestReport() {
  let names = [];
  try {
    names = readdirSync("results");
  } catch {}
  const newest = names
    .filter((name) => name.endsWith(".md") && statSync(join("results", name)).mtimeMs >= Number(STARTED) * 1_000)
    .sort()
    .at(-1);
  return newest && readFileSync(join("results", newest), "utf8");
}

async function ask(url, method = "GET", body = undefined) {
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${GITHUB_TOKEN}`,
      "x-github-api-version": "2022-11-28",
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${response.status} ${response.statusText}`);
  return response.json();
}

/** The comment that this token wrote before. Somebody else's is left alone, whatever it begins with. */
async function earlierComment() {
  // A job's own token is an app's and cannot ask who it is.
  const { login } = await ask(`${GITHUB_API_URL}/user`).catch(() => ({}));
  const isOwn = ({ user }) => (login === undefined ? user?.type === "Bot" : user?.login === login);
  for (let page = 1; ; page += 1) {
    const comments = await ask(`${issues}/${PULL_REQUEST}/comments?per_page=100&page=${page}`);
    const found = comments.find((comment) => comment.body?.startsWith(marker) && isOwn(comment));
    if (found || comments.length < 100) return found;
  }
}

try {
  const body = commentText();
  const earlier = await earlierComment();
  if (earlier) await ask(`${issues}/comments/${earlier.id}`, "PATCH", { body });
  else await ask(`${issues}/${PULL_REQUEST}/comments`, "POST", { body });
} catch (error) {
  // The verdict is the exam's, whether or not GitHub takes the comment.
  const reason = String(error?.cause?.message ?? error?.message ?? error).replaceAll(/\s+/g, " ");
  console.log(
    `::warning::The pull request has no comment of Viva's: ${reason}. Writing one takes \`permissions: pull-requests: write\`. The job's summary has the same.`,
  );
}
