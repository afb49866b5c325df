import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { Capable, ofDocument } from "./data/capabilities.ts";
import { fromDocument } from "./data/load.ts";
import { Source } from "./data/use-answer.ts";

const root = document.getElementById("root");
if (root) {
  // An address of the reader's own, such as one of a case that was shared, comes first.
  if (location.hash === "" && root.dataset.start) history.replaceState(null, "", root.dataset.start);
  createRoot(root).render(
    <Source value={fromDocument(document)}>
      <Capable value={ofDocument(document)}>
        <App />
      </Capable>
    </Source>,
  );
}
