import { urgency } from "../../../vivavoce/src/report/status-marks.ts";
import { Mark, type Status } from "../parts/mark.tsx";
import type { CaseFilter } from "./case-filter.ts";
import type { Found } from "./use-found.ts";

interface FilterBarProps {
  filter: CaseFilter;
  change(part: Partial<CaseFilter>): void;
  counts: { statuses: ReadonlyMap<string, number>; tags: ReadonlyMap<string, number> };
  metrics: readonly string[];
  shown: number;
  total: number;
  loading: boolean;
  found: Found["state"];
}

/** The controls that narrow the list of cases. */
export function FilterBar({ filter, change, counts, metrics, shown, total, loading, found }: FilterBarProps) {
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
    <search className="filter">
      <input
        type="search"
        value={filter.text}
        placeholder="id, title, tag or words of the conversation"
        aria-label="narrow by id, title, tag or words of the conversation"
        onChange={(event) => change({ text: event.target.value })}
      />
      {chip("", `all ${total}`)}
      {urgency
        .filter((status) => (counts.statuses.get(status) ?? 0) > 0 || filter.status === status)
        .map((status) => chip(status, `${status} ${counts.statuses.get(status) ?? 0}`, status))}
      {counts.tags.size > 0 || filter.tag !== "" ? (
        <select aria-label="tag" value={filter.tag} onChange={(event) => change({ tag: event.target.value })}>
          <option value="">any tag</option>
          {[...counts.tags].map(([tag, count]) => (
            <option key={tag} value={tag}>
              {tag} ({count})
            </option>
          ))}
          {filter.tag === "" || counts.tags.has(filter.tag) ? undefined : (
            <option value={filter.tag}>{filter.tag}</option>
          )}
        </select>
      ) : undefined}
      {metrics.length > 0 ? (
        <select
          aria-label="metric missed"
          value={filter.missed}
          onChange={(event) => change({ missed: event.target.value })}
        >
          <option value="">any result</option>
          {metrics.map((name) => (
            <option key={name} value={name}>
              misses {name}
            </option>
          ))}
          {filter.missed === "" || metrics.includes(filter.missed) ? undefined : (
            <option value={filter.missed}>misses {filter.missed}</option>
          )}
        </select>
      ) : undefined}
      <output aria-live="polite">
        {loading
          ? `loading ${total} cases …`
          : shown === total
            ? filter.sort === ""
              ? "failures first"
              : ""
            : `${shown} of ${total}`}
        {found === "searching" ? " · searching the conversations …" : ""}
        {found === "failed" ? " · the conversations could not be searched" : ""}
      </output>
    </search>
  );
}
