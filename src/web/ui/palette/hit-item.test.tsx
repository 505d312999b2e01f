import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MarkedText } from "./hit-item.tsx";

test.each([
  ["Straße 9", "strass", "<b>Straße</b> 9"],
  ["Ørsted Bygg", "orsted", "<b>Ørsted</b> Bygg"],
  ["Siobhán O’Brien", "obrien", "Siobhán <b>O’Brien</b>"],
  ["‘O’Brien’", "brien", "‘<b>O’Brien</b>’"],
  ["Kaf\u00adfee", "kaffee", "<b>Kaf\u00adfee</b>"],
])("FIELD-10 in %j what %j found is marked", (text, typed, html) => {
  expect(renderToStaticMarkup(<MarkedText text={text} typed={typed} />)).toBe(html);
});
