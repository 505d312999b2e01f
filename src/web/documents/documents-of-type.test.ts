import { expect, test } from "vitest";
import type { ListedDocument } from "#domain/documents/unique-document.ts";
import { documentsOfType } from "./documents-of-type.ts";

function document(slug: string, createdAt: string, updatedAt: string, documentType = "PROPOSAL") {
  return { slug, createdAt, updatedAt, documentType } as ListedDocument;
}

test("DOCS-1 DOCS-2 one type only, the most recently updated or created first", () => {
  const rows = [
    document("old", "2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"),
    document("changed", "2026-01-01T00:00:00.000Z", "2026-05-01T00:00:00.000Z"),
    document("other-type", "2026-06-01T00:00:00.000Z", "2026-06-01T00:00:00.000Z", "SCOPE_OF_WORK"),
    document("new", "2026-04-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"),
  ];
  expect(documentsOfType(rows, "PROPOSAL").map((one) => one.slug)).toEqual(["changed", "new", "old"]);
});
