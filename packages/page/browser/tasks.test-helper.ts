import type { Locator, Page } from "playwright-core";

/** A reader who does one thing, and whose clicks and keys are counted; a letter is a key, a choice in a list two clicks. */
export function readerOf(page: Page) {
  const counts = { clicks: 0, keys: 0 };
  return {
    counts,
    async click(target: Locator) {
      counts.clicks += 1;
      await target.click();
    },
    async choose(target: Locator, option: string) {
      counts.clicks += 2;
      await target.selectOption(option);
    },
    async press(...keys: string[]) {
      for (const key of keys) {
        counts.keys += 1;
        await page.keyboard.press(key);
      }
    },
    async type(text: string) {
      counts.keys += [...text].length;
      await page.keyboard.type(text);
    },
    /** Prints what it took. */
    done(task: string) {
      console.log(`${task}: ${counts.clicks} clicks, ${counts.keys} keys`);
      return counts;
    },
  };
}
