import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { Capable, ofDocument } from "./data/capabilities.ts";
import { fromDocument } from "./data/load.ts";
import { Source } from "./data/use-answer.ts";
import "./style.css";

const root = document.getElementById("root");
// A report of a comparison opens there; a shared address wins.
if (root?.dataset.start && location.hash === "") history.replaceState(null, "", root.dataset.start);
if (root)
  createRoot(root).render(
    <Source value={fromDocument(document)}>
      <Capable value={ofDocument(document)}>
        <App />
      </Capable>
    </Source>,
  );
