import type { PuckState } from "#domain/page/page.ts";

/** What a page that is edited reports. */
export type EditingHooks = {
  /** The page has changed. */
  onChange(page: PuckState): void;
  /** Something is being typed that the page does not have yet, or no longer. */
  onTyping(isTyping: boolean): void;
  /** Says a result to people who do not see it. */
  say(text: string): void;
  /** Whether locked blocks stay as they are, as in documents. A template's author changes them. */
  areLocksKept: boolean;
};
