import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { hitItem, MarkedText } from "./hit-item.tsx";

test.each([
  ["Straße 9", "strass", "<b>Straße</b> 9"],
  ["Ørsted Bygg", "orsted", "<b>Ørsted</b> Bygg"],
  ["Siobhán O’Brien", "obrien", "Siobhán <b>O’Brien</b>"],
  ["‘O’Brien’", "brien", "‘<b>O’Brien</b>’"],
  ["Kaf\u00adfee", "kaffee", "<b>Kaf\u00adfee</b>"],
])("FIELD-10 in %j what %j found is marked", (text, typed, html) => {
  expect(renderToStaticMarkup(<MarkedText text={text} typed={typed} />)).toBe(html);
});

test("FIRST-11 a result has its number, organization, date and total below its name, and its status beside it", () => {
  const hit = {
    ...NAME_ALONE,
    kind: "document" as const,
    id: "a",
    name: "New website",
    number: "NP-0203",
    documentType: "PROPOSAL" as const,
    organizationName: "Wharf Bakery",
    status: "WITHDRAWN" as const,
    at: "2026-10-14T00:00:00.000Z",
    total: "17523.00",
    part: null,
  };
  const { detail, note } = hitItem(hit, "np-02", () => {});
  const texts = (html: string) => html.split(/<[^>]*>/).filter(Boolean);
  expect(texts(renderToStaticMarkup(detail)).join("|")).toBe(
    "Proposal |NP|-|0203|Wharf Bakery|14 Oct 2026|$17,523.00",
  );
  expect(texts(renderToStaticMarkup(note))).toEqual(["WITHDRAWN"]);
});
