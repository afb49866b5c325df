import { useEffect, useState } from "react";

const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];
const place = "viva-theme";

/** The theme that was chosen last. Some browsers refuse to keep anything; then it is the system's. */
function keptTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(place)) ?? "system";
  } catch {
    return "system";
  }
}

function keep(theme: Theme): void {
  try {
    localStorage.setItem(place, theme);
  } catch {
    // It lasts until the page is closed.
  }
}

/** The theme, and what chooses the next one. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(() => (typeof localStorage === "undefined" ? "system" : keptTheme()));
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const next = () => {
    const chosen = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
    keep(chosen);
    setTheme(chosen);
  };
  return [theme, next];
}
