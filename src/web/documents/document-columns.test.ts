import { expect, test } from "vitest";
import type { DocumentSnapshot, DocumentStatus } from "#domain/documents/unique-document.ts";
import { DOWNLOAD_TITLES, downloadState } from "./document-columns.tsx";

const approved: DocumentSnapshot = {
  status: "APPROVED",
  createdAt: "2026-11-21T09:00:00.000Z",
  uri: "/files/a",
};
const pending: DocumentSnapshot = { ...approved, status: "PENDING" };

test.each<[DocumentStatus, DocumentSnapshot[], string]>([
  ["DRAFT", [], "Document not approved"],
  ["PENDING", [], "Document not approved"],
  ["PENDING", [approved], "Document not approved"],
  ["DECLINED", [approved], "Document not approved"],
  ["APPROVED", [], "No PDF available"],
  ["APPROVED", [pending], "No PDF available"],
  ["APPROVED", [pending, approved], "Download PDF"],
])("DOCS-3 %s with %j: %s", (status, documentSnapshots, title) => {
  expect(DOWNLOAD_TITLES[downloadState({ status, documentSnapshots })]).toBe(title);
});
