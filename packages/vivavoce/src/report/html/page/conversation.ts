import type { CallView, ExchangeView, TrialView } from "../trial-view.ts";
import type { PageElement } from "./dom.ts";
import type { Make, PageChild } from "./make.ts";

/** Turns a reply into elements: as markdown, or as it was written. */
export type ShowReply = (text: string) => PageChild[];

/** A conversation as a person would want to read it: who said what, what was done, what changed. */
export function conversation({ history, exchanges, ends }: TrialView, make: Make, reply: ShowReply): PageElement {
  return make(
    "div",
    { class: "conversation" },
    history.map(({ role, text }) => said(`${role}, before`, [text], "before", make)),
    exchanges.map((exchange) => exchangeOf(exchange, make, reply)),
    ends.map((end) => make("p", { class: "end" }, end)),
  );
}

function exchangeOf(exchange: ExchangeView, make: Make, reply: ShowReply): PageElement {
  const { number, facts, user, refuses, interrupts, items, quiet, notes, effects } = exchange;
  const speaker = ["user", ...(refuses ? ["refusing"] : []), ...(interrupts ? ["interrupting"] : [])].join(", ");
  return make(
    "section",
    { class: "exchange", "data-exchange": String(number) },
    make("h4", {}, `Exchange ${number}`, make("span", { class: "facts" }, facts)),
    user === undefined ? undefined : said(speaker, [user], "user", make),
    items.flatMap((item) => (item.type === "text" ? textOf(item, make, reply) : [callOf(item, make)])),
    quiet ? said("agent", ["(stays quiet)"], "before", make) : undefined,
    notes.map(({ name, value }) => folded(`note: ${name}`, value, make)),
    (effects ?? []).map((effect) =>
      make("p", { class: "effect" }, make("span", { class: "who" }, "changed"), make("span", {}, effect)),
    ),
  );
}

function textOf({ text, unheard }: { text: string; unheard?: string | undefined }, make: Make, reply: ShowReply) {
  return [
    text === "" ? undefined : said("agent", reply(text), "agent", make),
    unheard === undefined ? undefined : said("agent, not heard", [unheard], "before", make),
  ];
}

function said(who: string, words: PageChild[], kind: string, make: Make): PageElement {
  return make(
    "div",
    { class: `said ${kind}` },
    make("span", { class: "who" }, who),
    make("div", { class: "words" }, ...words),
  );
}

function callOf({ name, effect, given, approval, executed, result, error, laid }: CallView, make: Make): PageElement {
  return make(
    "div",
    { class: "call" },
    make("span", { class: "who" }, "call"),
    make(
      "div",
      { class: "words" },
      make(
        "p",
        { class: "tool" },
        make("code", {}, name),
        effect === undefined ? undefined : make("span", { class: `badge ${effect}` }, effect),
        approval ? make("span", { class: `badge ${approval.decision}` }, approval.decision) : undefined,
        ...laid.map((what) => make("span", { class: "badge" }, what)),
        approval?.reason === undefined ? undefined : make("span", { class: "facts" }, approval.reason),
      ),
      given === "{}" ? undefined : block("given", given, make),
      executed === undefined ? undefined : block("run with", executed, make),
      error === undefined ? undefined : make("p", { class: "error" }, error),
      result === undefined || error !== undefined ? undefined : block("result", result, make),
    ),
  );
}

const longBlock = 400;

/** Short values stand open; long ones open on demand. */
function block(title: string, text: string, make: Make): PageElement {
  if (text.length <= longBlock) return make("div", { class: "block", title }, make("pre", {}, text));
  return folded(title, text, make);
}

function folded(title: string, text: string, make: Make): PageElement {
  const body = make("pre", {}, text);
  return make("details", { class: "block" }, make("summary", {}, `${title}, ${text.length} characters`), body);
}
