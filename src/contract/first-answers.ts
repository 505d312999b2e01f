import type { Reach } from "#domain/access/access.ts";

/** The server's answer to a call that the page's screen makes first. */
export type FirstAnswer = {
  reach: Reach;
  /** The method and path of the call. */
  call: string;
  /** Its input, or the name that stands for it. */
  asked: unknown;
  answer: { data: unknown; page?: unknown };
};

/** What a page carries for its screen. */
export type FirstAnswers = {
  /** The identity token of the page's person; null if no one is signed in. */
  token: string | null;
  answers: FirstAnswer[];
  /** With what the page's screen was drawn; missing in a page without a picture of it. */
  picture?: Picture;
};

/** The id of the element that holds them. */
export const FIRST_ANSWERS = "first-answers";

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
