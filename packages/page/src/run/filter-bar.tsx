import { urgency } from "../../../vivavoce/src/report/status-marks.ts";
import { Choice } from "../parts/choice.tsx";
import { Mark, type Status } from "../parts/mark.tsx";
import { type CaseFilter, listed, listIn } from "./case-filter.ts";
import type { Measure } from "./columns.tsx";

interface FilterBarProps {
  filter: CaseFilter;
  change(part: Partial<CaseFilter>): void;
  counts: { statuses: ReadonlyMap<string, number>; tags: ReadonlyMap<string, number> };
  metrics: readonly string[];
  measures: readonly Measure[];
  shown: number;
  total: number;
  loading: boolean;
  /** Of the conversations. */
  search: "done" | "searching" | "failed";
}

/** The controls that narrow the list of cases. */
export function FilterBar(props: FilterBarProps) {
  const { filter, change, counts, metrics, measures, shown, total, loading, search } = props;
  const chip = (status: string, words: string, mark?: Status) => (
    <button
      key={status}
      type="button"
      aria-pressed={filter.status === status}
      onClick={() => change({ status: filter.status === status ? "" : status })}
    >
      {mark ? <Mark status={mark} /> : undefined}
      {words}
    </button>
  );
  return (
    <search className="filter row controls">
      <input
        type="search"
        value={filter.text}
        placeholder="id, title, tag or what was said"
        aria-label="narrow by id, title, tag or words of the conversation"
        onChange={(event) => change({ text: event.target.value })}
      />
      {chip("", `all ${total}`)}
      {urgency
        .filter((status) => (counts.statuses.get(status) ?? 0) > 0 || filter.status === status)
        .map((status) => chip(status, `${status} ${counts.statuses.get(status) ?? 0}`, status))}
      {counts.statuses.has("differ") || filter.status === "differ"
        ? chip("differ", `variants differ ${counts.statuses.get("differ") ?? 0}`)
        : undefined}
      {counts.tags.size > 0 || filter.tag !== "" ? (
        <Choice
          about="tag"
          value={filter.tag}
          options={[["", "any tag"], ...[...counts.tags].map(([tag, count]) => [tag, `${tag} (${count})`] as const)]}
          choose={(tag) => change({ tag })}
        />
      ) : undefined}
      {metrics.length > 0 ? (
        <Choice
          about="metric missed"
          value={filter.missed}
          options={[["", "any result"], ...metrics.map((name) => [name, `misses ${name}`] as const)]}
          choose={(missed) => change({ missed })}
        />
      ) : undefined}
      {measures.some(({ key }) => key === "why") || filter.group !== "" ? (
        <button
          type="button"
          aria-pressed={filter.group === "reason"}
          onClick={() => change({ group: filter.group === "reason" ? "" : "reason" })}
        >
          group by reason
        </button>
      ) : undefined}
      <Columns measures={measures} hide={filter.hide} change={change} sized={filter.size !== ""} />
      <output aria-live="polite">
        {loading
          ? `loading ${total} cases …`
          : shown === total
            ? filter.sort === ""
              ? "failures first"
              : ""
            : `${shown} of ${total}`}
        {search === "searching" ? " · searching the conversations …" : ""}
        {search === "failed" ? " · the conversations could not be searched" : ""}
      </output>
    </search>
  );
}

interface ColumnsProps {
  measures: readonly Measure[];
  hide: string;
  change(part: Partial<CaseFilter>): void;
  sized: boolean;
}

/** Which columns the table has. */
function Columns({ measures, hide, change, sized }: ColumnsProps) {
  const hidden = listIn(hide);
  const toggle = (key: string) => {
    const now = new Map(hidden);
    if (!now.delete(key)) now.set(key, 0);
    change({ hide: listed(now) });
  };
  return (
    <details className="columns">
      <summary>columns{hidden.size > 0 ? `, ${hidden.size} hidden` : ""}</summary>
      <div className="row">
        {measures.map(({ key, title, about }) => (
          <label key={key} title={about}>
            <input type="checkbox" checked={!hidden.has(key)} onChange={() => toggle(key)} /> {title}
          </label>
        ))}
        {hidden.size > 0 || sized ? (
          <button type="button" onClick={() => change({ hide: "", size: "" })}>
            all, as wide as usual
          </button>
        ) : undefined}
      </div>
    </details>
  );
}
