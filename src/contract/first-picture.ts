import type { FirstAnswers } from "./first-answers.ts";

/** What the server assumed when it drew the page's screen. The browser begins with the same. */
export type Picture = {
  /** The time of "3 hours ago". */
  madeAt: string;
  canUsePasskeys: boolean;
};

/** The module that draws screens for the server (vite.picture.config.ts). */
export type Drawing = {
  /** The HTML of the screen at an address; null for an address of no screen. Throws what the screen throws. */
  drawScreen(asked: {
    address: string;
    /** What the page says of the company. */
    brand: object;
    answers: FirstAnswers["answers"];
    picture: Picture;
  }): Promise<string | null>;
};

/** The id of the style sheet that holds the styles of single elements of a drawing. */
export const DRAWN_STYLES = "drawn-styles";
/** The attribute of such an element, with the number of its rule. */
export const DRAWN_STYLE = "data-drawn-style";
/** The property of the window that repeats what was pressed in a drawing. */
export const EARLY_PRESS = "earlyPress";
