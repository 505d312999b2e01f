import { createContext, use } from "react";
import { type Direction, directionOf, hasRightToLeft } from "#domain/text-direction.ts";
import { languageOf } from "#domain/text-language.ts";
import { useRenderContext } from "./render-context.ts";

/** Where a text is shown: the direction around it, and all texts of its document, which may show the language. */
export type TextSurroundings = { direction: Direction; whole: string };

/** A document whose words are mostly right-to-left is mirrored as a whole. */
export function surroundingsIn(whole: string): TextSurroundings {
  return { direction: directionOf(whole) ?? "ltr", whole };
}

/** What is around a document is left-to-right. */
export function directionAttribute({ direction }: TextSurroundings): Pick<TextAttributes, "dir"> {
  return direction === "rtl" ? { dir: direction } : {};
}

export const SurroundingsContext = createContext<TextSurroundings>({ direction: "ltr", whole: "" });

export type TextAttributes = { dir?: Direction | "auto"; lang?: string };

/** The direction of a text, if it is not the one around it, and its language, if it is not the portal's. */
export function textAttributes(text: string, { direction, whole }: TextSurroundings): TextAttributes {
  const own = directionOf(text);
  return { ...(own !== null && own !== direction && { dir: own }), ...languageAttribute(text, whole) };
}

/** The attributes of a bdi, which has a direction of its own whatever is around it. */
export function isolatedAttributes(text: string, whole = text): TextAttributes {
  const dir = hasRightToLeft(text) ? directionOf(text) : null;
  return { ...(dir !== null && { dir }), ...languageAttribute(text, whole) };
}

function languageAttribute(text: string, whole: string): Pick<TextAttributes, "lang"> {
  const lang = languageOf(text, whole || text);
  return lang === null ? {} : { lang };
}

/** The attributes of an element with this text. While its author writes, the browser follows the letters. */
export function useTextAttributes(text: string): TextAttributes {
  const { mode } = useRenderContext();
  const surroundings = use(SurroundingsContext);
  return mode === "edit" ? { dir: "auto" } : textAttributes(text, surroundings);
}
