import { type ReactNode, useContext, useRef, useState } from "react";
import { Capable } from "../data/capabilities.ts";
import { go } from "../data/route.ts";
import { KeysDialog } from "../keys/keys-dialog.tsx";
import { registeredKeys, useKeys } from "../keys/use-keys.ts";
import { addressOf, placeOf, places, wayTo } from "./places.ts";
import { useTheme } from "./theme.ts";
import { usePageFocus } from "./use-page-focus.ts";
import "./frame.css";

/** What surrounds every page: the navigation, the way to this page, the theme and the keys. */
export function Frame({ path, children }: { path: readonly string[]; children: ReactNode }) {
  const { holds, home } = useContext(Capable);
  const main = useRef<HTMLElement>(null);
  const [theme, nextTheme] = useTheme();
  const [keys, setKeys] = useState<[string, string][]>();
  const shown = places.filter(({ view }) => holds(view));
  const showKeys = () => setKeys(registeredKeys());
  usePageFocus(main, path.join("/"));
  useKeys({
    "?": ["list the keys", showKeys],
    "/": ["search", () => main.current?.querySelector<HTMLElement>('input[type="search"]')?.focus()],
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
      <header className="frame">
        <a className="brand" href={home}>
          Viva
        </a>
        {shown.length > 0 ? (
          <nav aria-label="pages">
            <ul>
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
        <div className="tools">
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

/** A report's first page is its run, which the list of runs would lead to in `viva view`. */
const isRun = (home: string) => home.startsWith("#/run/");

function Way({ steps }: { steps: ReturnType<typeof wayTo> }) {
  if (steps.length < 2) return undefined;
  return (
    <nav className="way" aria-label="breadcrumb">
      <ol>
        {steps.map(({ words, href }, index) => (
          <li key={href}>
            {index === steps.length - 1 ? <span aria-current="page">{words}</span> : <a href={href}>{words}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
