import { useContext, useEffect, useState } from "react";
import { plural } from "../../../vivavoce/src/base/plural.ts";
import { urgency } from "../../../vivavoce/src/report/status-marks.ts";
import { Capable } from "../data/capabilities.ts";
import type { AnswerOf, QueryOf } from "../data/load.ts";
import { address, changeQuery, type Route } from "../data/route.ts";
import { Source } from "../data/use-answer.ts";
import { Choice } from "../parts/choice.tsx";
import { keyed } from "../parts/keyed.tsx";
import { Mark, type Status } from "../parts/mark.tsx";
import { useRowKeys } from "../parts/row-keys.ts";
import { useTyped } from "../parts/use-typed.ts";
import { Problem } from "../parts/waiting.tsx";
import "./find.css";

type Found = AnswerOf<"find">["hits"][number];
interface State {
  of: string;
  hits: readonly Found[];
  searched: number;
  end: "searching" | "all" | "full" | "failed";
  error?: string;
}

const fields = ["text", "status", "variant", "origin", "score", "slower"] as const;

/** One search over all runs: what was said, called and returned, and why trials failed. All of it stands in the address. */
export function FindPage({ query }: Route) {
  const { live } = useContext(Capable);
  const asked = Object.fromEntries(fields.map((name) => [name, query.get(name) ?? ""]));
  const [text, type] = useTyped(asked.text ?? "", (text) => changeQuery({ text }));
  const { hits, searched, end, error } = useFind(asked);
  useRowKeys("hit");
  const field = (name: string, placeholder: string, about: string) => (
    <input
      type="text"
      value={asked[name]}
      placeholder={placeholder}
      aria-label={about}
      title={about}
      onChange={(event) => changeQuery({ [name]: event.target.value })}
    />
  );
  const choice = (name: string, none: string, values: readonly string[]) => (
    <Choice
      about={name}
      value={asked[name] ?? ""}
      options={[["", none], ...values]}
      choose={(value) => changeQuery({ [name]: value })}
    />
  );
  const said = { searching: `searching … ${searched} trials so far`, failed: "", all: "", full: "" }[end];
  const found = `${plural(hits.length, "place")} in ${plural(new Set(hits.map(trialOf)).size, "conversation")}, of ${plural(searched, "trial")}`;
  return (
    <>
      <h1>Find</h1>
      <search className="find row controls">
        <input
          type="search"
          // biome-ignore lint/a11y/noAutofocus: who comes here wants to type.
          autoFocus
          value={text}
          placeholder="words of a reply, a call, a result, an error, a reason"
          aria-label="words of a reply, a call, a result, an error or a reason"
          onChange={(event) => type(event.target.value)}
        />
        {choice(
          "status",
          "any end",
          urgency.filter((status) => status !== "pending"),
        )}
        {field("variant", "variant", "words of the variant's name")}
        {choice("origin", "any origin", ["live", "cached", "recorded", "hand-written"])}
        {live ? field("score", "score: polite<0.7", "a metric and a bound: polite<0.7") : undefined}
        {live ? field("slower", "slower than … s", "seconds that its replies took together, at least") : undefined}
      </search>
      {error === undefined ? undefined : <Problem>{error}</Problem>}
      <p role="status" className="facts">
        {asked.text === ""
          ? live
            ? "All runs are searched, the newest first."
            : "What this report holds is searched."
          : said || found}
        {end === "full" ? ". There are more: these are the first. More words, or a filter, narrow them." : ""}
      </p>
      <ol className="hits lined">
        {keyed(hits, (hit) => (
          <li>
            <Mark status={hit.status as Status} />{" "}
            <a data-step="" className="id" href={hrefOf(hit, asked.text ?? "")}>
              {hit.case}
            </a>{" "}
            <span className="facts">
              {[
                hit.suiteName,
                hit.variant,
                `run ${hit.run}`,
                hit.where + (hit.exchange === undefined ? "" : ` in exchange ${hit.exchange}`),
              ]
                .filter((part) => part !== "")
                .join(" · ")}
            </span>
            <p>
              {hit.before}
              <mark>{hit.match}</mark>
              {hit.after}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

const trialOf = ({ run, suite, trial }: Found) => `${run} ${suite} ${trial}`;

/** The case at the exchange, with the words marked. */
function hrefOf({ run, suite, case: id, trial, exchange }: Found, find: string): string {
  const at = exchange === undefined ? undefined : String(exchange);
  return address(["case", run, suite, id], { trials: String(trial), exchange: at, find });
}

/** Asks part by part, so that the newest hits are there while older runs are read. */
function useFind(asked: Readonly<Record<string, string>>): State {
  const load = useContext(Source);
  const of = JSON.stringify(asked);
  const idle: State = { of, hits: [], searched: 0, end: (asked.text ?? "").trim().length < 2 ? "all" : "searching" };
  const [state, setState] = useState(idle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is asked.
  useEffect(() => {
    const stop = new AbortController();
    void search();
    async function search() {
      let [now, next] = [idle, undefined as string | undefined];
      const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""));
      while (now.end === "searching" && !stop.signal.aborted) {
        try {
          const part = await load(
            "find",
            { ...given, text: asked.text?.trim(), from: next } as QueryOf<"find">,
            stop.signal,
          );
          next = part.next;
          const hits = [...now.hits, ...part.hits].slice(0, 500);
          const full = part.full || hits.length >= 500;
          now = { of, hits, searched: now.searched + part.searched, end: full ? "full" : next ? "searching" : "all" };
        } catch (error) {
          now = { ...now, end: "failed", error: (error as Error).message };
        }
        if (!stop.signal.aborted) setState(now);
      }
    }
    return () => stop.abort();
  }, [load, of]);
  return state.of === of ? state : idle;
}
