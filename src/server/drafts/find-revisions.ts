import { and, desc, eq, sql } from "drizzle-orm";
import type { Revision } from "#domain/drafts/revision.ts";
import type { PuckState } from "#domain/page/page.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import { isRevisionOf, type PageOwner } from "./keep-revision.ts";
import { findColleagues } from "./queries.ts";
import { pageRevisions } from "./tables.ts";

const { number: revision, savedAt, savedBy, because, page } = pageRevisions;
const bytes = sql<number>`octet_length(${page}::text)`;

/** The pages that a draft or a template had, latest first; with a number that one alone. */
export async function findRevisions(reader: Reader, of: PageOwner, number?: number): Promise<Revision[]> {
  const rows = await reader
    .select({ revision, savedAt, savedBy, because, bytes })
    .from(pageRevisions)
    .where(and(isRevisionOf(of), number === undefined ? undefined : eq(revision, number)))
    .orderBy(desc(revision));
  const colleagues = await findColleagues(
    reader,
    rows.map((row) => row.savedBy),
  );
  return rows.map((row) => ({
    ...row,
    savedAt: row.savedAt.toISOString(),
    savedBy: colleagues.get(row.savedBy ?? "") ?? null,
  }));
}

/** A revision with its page as it was stored. Throws AppError "not-found". */
export async function findRevision(
  reader: Reader,
  of: PageOwner,
  number: number,
): Promise<Revision & { stored: PuckState }> {
  const [found] = await findRevisions(reader, of, number);
  return { ...(found ?? refuse()), stored: await findKeptPage(reader, of, number) };
}

/** The page of a revision as it was stored. Throws AppError "not-found". */
export async function findKeptPage(reader: Reader, of: PageOwner, number: number): Promise<PuckState> {
  const [found] = await reader
    .select({ page })
    .from(pageRevisions)
    .where(and(isRevisionOf(of), eq(revision, number)));
  return found?.page ?? refuse();
}

function refuse(): never {
  throw new AppError("not-found", "There is no such revision.");
}
