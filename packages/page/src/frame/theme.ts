import { useEffect, useState } from "react";
import { keep, kept } from "../parts/kept.ts";

const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];
const place = "viva-theme";

/** The theme, and what chooses the next one. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(() => themes.find((one) => one === kept(place)) ?? "system");
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  const next = () => {
    const chosen = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
    keep(place, chosen);
    setTheme(chosen);
  };
  return [theme, next];
}
