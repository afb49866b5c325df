import { type ReactNode, useContext, useRef, useState } from "react";
import { Capable } from "../data/capabilities.ts";
import { go } from "../data/route.ts";
import { type Connection, useConnection } from "../data/use-version.ts";
import { KeysDialog } from "../keys/keys-dialog.tsx";
import { registeredKeys, useKeys } from "../keys/use-keys.ts";
import { addressOf, placeOf, places, wayTo } from "./places.ts";
import { useTheme } from "./theme.ts";
import { usePageFocus } from "./use-page-focus.ts";
import "./frame.css";

/** What surrounds every page: the navigation, the way to this page, the theme and the keys. */
export function Frame({ path, children }: { path: readonly string[]; children: ReactNode }) {
  const { holds, home, live } = useContext(Capable);
  const main = useRef<HTMLElement>(null);
  const [theme, nextTheme] = useTheme();
  const [keys, setKeys] = useState<[string, string][]>();
  const shown = places.filter(({ view }) => holds(view));
  const showKeys = () => setKeys(registeredKeys());
  const toField = () => main.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
  usePageFocus(main, path.join("/"));
  useKeys({
    "?": ["list the keys", showKeys],
    "/": ["search all runs", () => (path[0] === "find" ? toField() : go(addressOf("find")))],
    f: ["search this page", toField],
    ...Object.fromEntries(
      shown.map(({ name, path, key }) => [key, [`go to ${name}`, () => go(addressOf(path))] as const]),
    ),
    t: ["light, dark or the system's theme", nextTheme],
  });
  return (
    <>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header className="frame row">
        <a className="brand" href={home}>
          Viva
        </a>
        {shown.length > 0 ? (
          <nav aria-label="pages">
            <ul className="row">
              {isRun(home) ? (
                <li>
                  <a href={home} aria-current={placeOf(path) === "" ? "page" : undefined}>
                    Run
                  </a>
                </li>
              ) : undefined}
              {shown.map(({ name, path: to }) => (
                <li key={name}>
                  <a href={addressOf(to)} aria-current={placeOf(path) === to ? "page" : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ) : undefined}
        <div className="tools row end-of-row">
          {live && typeof EventSource !== "undefined" ? <Light /> : undefined}
          <button type="button" onClick={nextTheme} title="light, dark or the system's theme (t)">
            theme: {theme}
          </button>
          <button type="button" onClick={showKeys} aria-label="list the keys" title="list the keys (?)">
            ?
          </button>
        </div>
      </header>
      <Way steps={wayTo(path, home)} />
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
      {keys ? <KeysDialog keys={keys} close={() => setKeys(undefined)} /> : undefined}
    </>
  );
}

const lights: Record<Connection, readonly [sign: string, about: string]> = {
  connecting: ["○", "The page is connecting to its server."],
  connected: ["●", "Runs that are played are followed as they go."],
  "trying again": ["◐", "The server does not answer. The page goes on trying; what it shows may be out of date."],
  lost: ["○", "The server is gone: start `viva view` again. What is shown may be out of date."],
};

/** Whether the page follows what is played. */
function Light() {
  const state = useConnection();
  const [sign, about] = lights[state];
  return (
    <span className="light facts" data-state={state} role="status" title={about}>
      <span aria-hidden="true">{sign}</span> {state}
    </span>
  );
}

/** A report's first page is its run, which the list of runs would lead to in `viva view`. */
const isRun = (home: string) => home.startsWith("#/run/");

function Way({ steps }: { steps: ReturnType<typeof wayTo> }) {
  if (steps.length < 2) return undefined;
  return (
    <nav className="way facts" aria-label="breadcrumb">
      <ol className="row">
        {steps.map(({ words, href }, index) => (
          <li key={href}>
            {index === steps.length - 1 ? <span aria-current="page">{words}</span> : <a href={href}>{words}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
