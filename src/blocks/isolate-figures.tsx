import { Fragment, type ReactNode } from "react";
import { directionOf } from "#domain/text-direction.ts";

/** What a browser would reorder between right-to-left words. Ranges ("10-20") stay: Arabic reads them from the right. */
const FIGURE = new RegExp(
  [
    // Not with the start of an entity that follows.
    /https?:\/\/(?:[^\s<>"&]|&(?:amp;|(?!#?\w+;)))*[\w/]/,
    /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/,
    /(?:\+|\(|\b0)\d[\d ().\u00a0-]{5,}\d/,
    /\b\d{4}-\d\d-\d\d\b/,
    /[+\u2212-]?[$€£¥₪]\s?\d+(?:[.,]\d+)*/,
    /(?<![\d\p{L}])[+\u2212-]\d+(?:[.,]\d+)*/u,
    /\b(?=[\d/_.#-]{0,40}[A-Za-z])[A-Za-z\d]+(?:[-_/.#][A-Za-z\d]+)+/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** The same text of HTML with its figures isolated. Browsers write a no-break space as an entity, the server does not. */
export function withIsolatedFigures(html: string): string {
  return html.replaceAll("&nbsp;", "\u00a0").replace(FIGURE, (figure) => `<bdi dir="ltr">${figure}</bdi>`);
}

/** The same text, with its figures isolated if it is read from the right. */
export function isolateFigures(text: string): ReactNode {
  const figures = directionOf(text) === "rtl" ? text.match(FIGURE) : null;
  if (figures === null) return text;
  return text.split(FIGURE).map((between, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
    <Fragment key={at}>
      {between}
      {figures[at] !== undefined && <bdi dir="ltr">{figures[at]}</bdi>}
    </Fragment>
  ));
}
