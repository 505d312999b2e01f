import { expect, test } from "vitest";
import { readFilterEntries } from "#domain/lists/list-columns.ts";
import { undecidedDocuments } from "./organization-overview.tsx";

test("COMPANY-3 what waits for an organization's decision is its pending documents, the one that has stayed as it is for longest first", () => {
  const { pathname, searchParams } = new URL(undecidedDocuments("a & b"), "https://portal.test");
  expect(pathname).toBe("/documents");
  expect(searchParams.get("organization")).toBe("a & b");
  expect(searchParams.get("sort")).toBe("updatedAt");
  expect(readFilterEntries(searchParams.get("columnFilters") ?? "")).toEqual([
    { id: "status", value: "PENDING" },
  ]);
});
