import { expect, test } from "vitest";
import { SEARCH_KINDS } from "#domain/search/search-hit.ts";
import type { Job } from "../deps.ts";
import { HIT_LOADERS, JOBS, NOUNS, ROW_RULES } from "./nouns.ts";

const isJob = (one: unknown): one is Job => typeof one === "object" && one !== null && "run" in one;

test("HOUSE-3 every job is declared by one noun", () => {
  const files = import.meta.glob<Record<string, unknown>>("../*/*.job.ts", { eager: true });
  const written = Object.values(files).flatMap((file) => Object.values(file).filter(isJob));
  const names = (jobs: readonly Job[]) => jobs.map(({ name }) => name).toSorted();
  expect(written.length).toBeGreaterThanOrEqual(Object.keys(files).length);
  expect(names(JOBS)).toEqual(names(written));
  expect(new Set(JOBS)).toEqual(new Set(written));
});

test("HOUSE-3 TRUST-4 the rules of each table are declared by one noun", () => {
  const declared = NOUNS.flatMap(({ rows = {} }) => Object.keys(rows));
  expect(declared.toSorted()).toEqual([...new Set(declared)].toSorted());
  // The counts of lists are of no noun.
  expect(Object.keys(ROW_RULES).toSorted()).toEqual(["list_counts", ...declared].toSorted());
});

test("HOUSE-3 each kind that is found is declared by one noun, and each list is counted by one", () => {
  const kinds = NOUNS.flatMap(({ search }) => search?.kind ?? []);
  expect(kinds.toSorted()).toEqual([...SEARCH_KINDS].toSorted());
  expect(Object.keys(HIT_LOADERS.ofCompany).toSorted()).toEqual([...SEARCH_KINDS].toSorted());
  const lists = NOUNS.flatMap(({ countedLists = {} }) => Object.keys(countedLists));
  expect(lists).toHaveLength(new Set(lists).size);
});
