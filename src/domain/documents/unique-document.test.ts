import { expect, test } from "vitest";
import { type DocumentSnapshot, newestApprovedSnapshot } from "./unique-document.ts";

const snapshot = (status: DocumentSnapshot["status"], day: number): DocumentSnapshot => ({
  status,
  createdAt: `2026-11-0${day}T00:00:00.000Z`,
  uri: `/files/${status}-${day}`,
});

test("APPR-2 DOCS-3 of several snapshots the latest approved one is downloaded, in whatever order they came", () => {
  const snapshots = [snapshot("APPROVED", 1), snapshot("APPROVED", 3), snapshot("APPROVED", 2)];
  const later = [...snapshots, snapshot("PENDING", 9), snapshot("DECLINED", 8)];
  expect(newestApprovedSnapshot(later)?.uri).toBe("/files/APPROVED-3");
  expect(newestApprovedSnapshot(later.toReversed())?.uri).toBe("/files/APPROVED-3");
});

test("APPR-2 DOCS-3 without an approved snapshot there is none", () => {
  expect(newestApprovedSnapshot([])).toBeUndefined();
  expect(newestApprovedSnapshot([snapshot("PENDING", 1), snapshot("DECLINED", 2)])).toBeUndefined();
});
