import type { ReactNode } from "react";
import { ComparePage } from "./compare/compare-page.tsx";
import { useRoute } from "./data/route.ts";
import { RunsPage } from "./runs/runs-page.tsx";

/** What a page gets: the rest of its path, and the query. */
export interface PageProps {
  path: readonly string[];
  query: URLSearchParams;
}

/** The views by the first part of their address: #/, #/run/ID, #/case/RUN/SUITE/CASE, #/compare/A/B, #/review, #/judges. */
const pages: Record<string, (props: PageProps) => ReactNode> = {
  "": RunsPage,
  compare: ComparePage,
};

export function App() {
  const { path, query } = useRoute();
  const Page = pages[path[0] ?? ""];
  return <main>{Page ? <Page path={path.slice(1)} query={query} /> : <p role="alert">There is no such page.</p>}</main>;
}
