import type { Reach } from "#domain/access/access.ts";
import type { Picture } from "./first-picture.ts";

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
  /** The identity token of the page's person; null if nobody is signed in. */
  token: string | null;
  answers: FirstAnswer[];
  /** With what the page's screen was drawn; missing in a page without a picture of it. */
  picture?: Picture;
};

/** The id of the element that holds them. */
export const FIRST_ANSWERS = "first-answers";
