import { useEffect, useRef, useState } from "react";

/** How long the address waits for the next letter: browsers limit how often it may change. */
const pauseMs = 250;

/** A text that is typed: shown at once, and written into the address when the reader pauses. */
export function useTyped(written: string, write: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(written);
  const typed = useRef(false);
  // The way back in the browser's history changes the text too.
  useEffect(() => {
    if (!typed.current) setText(written);
  }, [written]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a letter begins the wait anew.
  useEffect(() => {
    if (!typed.current) return;
    const timer = setTimeout(() => {
      typed.current = false;
      write(text);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const type = (now: string) => {
    typed.current = true;
    setText(now);
  };
  return [text, type];
}
