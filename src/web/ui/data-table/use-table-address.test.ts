import { expect, test } from "vitest";
import { encodeColumnFilters, FILTER_TEXT_LIMIT } from "#domain/lists/list-columns.ts";
import { decodeColumnFilters } from "./use-table-address.ts";

const COLUMNS = ["name", "status"];

test("TABLE-4 the parameter is a base64 JSON array of id and value", () => {
  const filters = [{ id: "name", value: "harbour" }];
  expect(encodeColumnFilters(filters)).toBe(btoa('[{"id":"name","value":"harbour"}]'));
  expect(decodeColumnFilters(encodeColumnFilters(filters), COLUMNS)).toEqual(filters);
});

test("TABLE-4 text beyond Latin-1 survives the address", () => {
  const filters = [{ id: "name", value: "Kaffeerösterei 珈琲 🙂" }];
  const search = new URLSearchParams({ columnFilters: encodeColumnFilters(filters) });
  const read = new URLSearchParams(search.toString()).get("columnFilters");
  expect(decodeColumnFilters(read, COLUMNS)).toEqual(filters);
});

test("TABLE-4 an unescaped plus and the URL-safe alphabet are read", () => {
  const filters = [{ id: "name", value: "a~~~?>" }];
  const base64 = encodeColumnFilters(filters);
  expect(base64).toMatch(/[+/]/);
  expect(decodeColumnFilters(base64.replaceAll("+", " "), COLUMNS)).toEqual(filters);
  expect(decodeColumnFilters(base64.replaceAll("+", "-").replaceAll("/", "_"), COLUMNS)).toEqual(filters);
});

test.each([
  ["nothing", null],
  ["an empty value", ""],
  ["no base64", "%%%"],
  ["base64 of no JSON", btoa("{oops")],
  ["bytes that are no UTF-8", btoa('[{"id":"name","value":"\xff"}]')],
  ["JSON that is no array", btoa('{"id":"name","value":"x"}')],
  ["entries of other shapes", btoa('[null,7,"name",[],{"id":1,"value":"x"},{"id":"name","value":{"a":1}}]')],
  ["an empty filter", btoa('[{"id":"name","value":""}]')],
])("TABLE-4 %s is no filter", (_, parameter) => {
  expect(decodeColumnFilters(parameter, COLUMNS)).toEqual([]);
});

test("TABLE-4 an unknown column is ignored, the others are applied", () => {
  const parameter = btoa('[{"id":"secret","value":"x"},{"id":"status","value":7}]');
  expect(decodeColumnFilters(parameter, COLUMNS)).toEqual([{ id: "status", value: "7" }]);
});

test("TABLE-4 the first of two filters on a column counts, and a huge text is cut", () => {
  const parameter = encodeColumnFilters([
    { id: "name", value: "y".repeat(100_000) },
    { id: "name", value: "second" },
  ]);
  expect(decodeColumnFilters(parameter, COLUMNS)).toEqual([
    { id: "name", value: "y".repeat(FILTER_TEXT_LIMIT) },
  ]);
});
