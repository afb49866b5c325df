import type { StoredRun } from "../../store/index.ts";
import { measured } from "../measured.ts";
import { runFacts } from "../run-facts.ts";
import { type Html, html } from "./escape-html.ts";

/** Which run this is, and whether anything was measured at all. */
export function runHeader({ id, createdAt, finishedAt, header, suites }: StoredRun): Html {
  const when = new Date(createdAt).toISOString();
  const facts = [
    `viva ${header.viva}`,
    `Node ${header.node}`,
    ...(finishedAt === undefined ? ["unfinished"] : []),
    ...runFacts(header),
  ];
  const notice = measured(suites);
  return html`<header>
<h1>Viva · run <span class="id">${id}</span></h1>
<p class="facts"><time datetime="${when}">${when.slice(0, 19).replace("T", " ")} UTC</time> · ${facts.join(" · ")}<label data-needs-script hidden> · <input type="checkbox" id="as-written"> replies as written</label></p>
${notice === undefined ? undefined : html`<p class="measured">${notice}</p>`}
</header>
`;
}
