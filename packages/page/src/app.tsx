import "./style.css";
import { type ReactNode, useContext } from "react";
import { CasePage } from "./case/case-page.tsx";
import { ComparePage } from "./compare/compare-page.tsx";
import { Capable } from "./data/capabilities.ts";
import { parseRoute, type Route, useRoute } from "./data/route.ts";
import { FindPage } from "./find/find-page.tsx";
import { ErrorBoundary } from "./frame/error-boundary.tsx";
import { Frame } from "./frame/frame.tsx";
import { JudgesPage } from "./judges/judges-page.tsx";
import { Problem } from "./parts/waiting.tsx";
import { ReviewPage } from "./review/review-page.tsx";
import { RunPage } from "./run/run-page.tsx";
import { RunsPage } from "./runs/runs-page.tsx";

/** The views by the first part of their address: #/, #/run/ID, #/case/RUN/SUITE/CASE, #/compare/A/B, #/review, #/judges, #/find. Each gets the rest of its path. */
const pages: Record<string, (route: Route) => ReactNode> = {
  "": RunsPage,
  judges: JudgesPage,
  run: RunPage,
  case: CasePage,
  review: ReviewPage,
  compare: ComparePage,
  find: FindPage,
};

export function App() {
  const { home } = useContext(Capable);
  const asked = useRoute();
  const { path, query } = asked.path.length === 0 ? { ...asked, path: parseRoute(home).path } : asked;
  const [first = "", ...rest] = path;
  const Page = Object.hasOwn(pages, first) ? pages[first] : undefined;
  return (
    <Frame path={path}>
      <ErrorBoundary key={path.join("/")}>{Page ? <Page path={rest} query={query} /> : <NoPage />}</ErrorBoundary>
    </Frame>
  );
}

function NoPage() {
  return (
    <>
      <h1>No such page</h1>
      <Problem>Nothing has this address. The links above lead to what there is.</Problem>
    </>
  );
}
