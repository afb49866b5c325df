import type { CheckView, ScoreView } from "../trial-view.ts";
import type { PageElement } from "./dom.ts";
import type { Make } from "./make.ts";
import { checkStatus, statusMarks } from "./marks.ts";

/** Every score of a trial with its checks, reasons and quotes. */
export function scoreList(scores: readonly ScoreView[], make: Make): PageElement {
  return make(
    "div",
    { class: "scores" },
    scores.map((score) => scoreOf(score, make)),
  );
}

function scoreOf(score: ScoreView, make: Make): PageElement {
  const { metric, judged, gating, status, line, passed, checks } = score;
  const result = status === "scored" ? (passed ? "passed" : "failed") : status;
  return make(
    "section",
    { class: `score ${result}` },
    make(
      "h4",
      {},
      make("span", { class: "mark" }, statusMarks[result]),
      metric,
      judged
        ? make("span", { class: "badge judged", title: "a judge model decided this, not code" }, "judged")
        : undefined,
      gating ? undefined : make("span", { class: "badge" }, "reported only"),
    ),
    make("p", { class: "line" }, passed === undefined ? `${status}: ${line}` : line),
    checks.length === 0 ? undefined : make("ul", { class: "checks" }, ...checks.map((check) => checkOf(check, make))),
  );
}

/** Missed checks are open; a click on a met check shows its reason. */
function checkOf({ ok, skipped, label, verdict, reason, evidence }: CheckView, make: Make): PageElement {
  const head = [
    make("span", { class: "mark" }, statusMarks[checkStatus({ ok, skipped })]),
    make("span", { class: "label" }, label),
    make("span", { class: "verdict" }, verdict),
  ];
  const kind = { class: skipped ? "skipped" : ok ? "ok" : "missed" };
  if (reason === "" && evidence.length === 0) return make("li", kind, head);
  const why = make(
    "details",
    {},
    make("summary", {}, head),
    reason === "" ? undefined : make("p", { class: "reason" }, reason),
    evidence.map((quote) => quoteOf(quote, make)),
  );
  why.open = !ok;
  return make("li", kind, why);
}

function quoteOf({ text, exchange, source }: CheckView["evidence"][number], make: Make): PageElement {
  const place =
    exchange === undefined
      ? make("span", { class: "facts" }, source)
      : make(
          "button",
          { type: "button", class: "place", "data-exchange": String(exchange) },
          `${source}, exchange ${exchange}`,
        );
  return make("blockquote", {}, text, place);
}
