import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { fromDocument } from "./data/load.ts";
import { Source } from "./data/use-answer.ts";
import "./style.css";

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <Source value={fromDocument(document)}>
      <App />
    </Source>,
  );
