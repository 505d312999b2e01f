import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { SearchHit, SearchKind } from "#domain/search/search-hit.ts";
import { hasWords, isUnspaced, runsOf, typedWords } from "#domain/search/typed-words.ts";
import type { DbOrTx } from "../db/database.ts";
import type { HitLoader, HitLoaders } from "../deps.ts";
import type { FIND_OF_COMPANY, FIND_OF_ORGANIZATION } from "../rls/find-functions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { documentParts } from "../schema/search.ts";

type PartKey = { id: Id; place: number };
type Found = { kind: SearchKind | "part"; id: Id; place: number | null };

/** Finds what was typed. A function finds ids; the records are read in the caller's scope, under its policies. */
export async function findHits(
  reader: DbOrTx,
  finder: typeof FIND_OF_COMPANY | typeof FIND_OF_ORGANIZATION,
  hitLoaders: HitLoaders,
  typed: string,
): Promise<SearchHit[]> {
  const words = typedWords(typed);
  if (words.length === 0) return [];
  const found = await find(reader, finder, words, runsOf(typed));
  const idsByKind = Map.groupBy(found, ({ kind }) => (kind === "part" ? "document" : kind));
  const named = new Map<string, Awaited<ReturnType<HitLoader>>[number]>();
  async function name(kind: SearchKind, ids: readonly Id[]): Promise<void> {
    for (const one of (await hitLoaders[kind]?.(reader, ids)) ?? []) named.set(`${kind} ${one.id}`, one);
  }
  // Queries of the same tick are one message to the database.
  const [parts] = await Promise.all([
    findParts(reader, found.filter(isPart)),
    ...[...idsByKind].map(([kind, rows]) => name(kind, [...new Set(rows.map(({ id }) => id))])),
  ]);
  const byName = found.flatMap(({ kind, id }): SearchHit[] => {
    const one = kind === "part" ? undefined : named.get(`${kind} ${id}`);
    return one && kind !== "part" ? [{ kind, ...one, part: null }] : [];
  });
  const byPage = parts.flatMap(({ uniqueDocumentId, body, position: _, ...part }): SearchHit[] => {
    const one = named.get(`document ${uniqueDocumentId}`);
    return one ? [{ kind: "document", ...one, part: { ...part, text: cutSnippet(body, words) } }] : [];
  });
  return [...byName, ...byPage];
}

function isPart(found: Found): found is Found & PartKey {
  return found.place !== null;
}

/** Parts of pages, in the order of the keys. */
async function findParts(reader: DbOrTx, keys: readonly PartKey[]) {
  if (keys.length === 0) return [];
  const { uniqueDocumentId, position, blockId, heading, body } = documentParts;
  const isDraft = sql<boolean>`${uniqueDocuments.listedStatus} = 'DRAFT'`;
  const rows = await reader
    .select({ uniqueDocumentId, position, blockId, heading, body, isDraft })
    .from(documentParts)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
    .where(or(...keys.map(({ id, place }) => and(eq(uniqueDocumentId, id), eq(position, place)))));
  return keys.flatMap(({ id, place }) =>
    rows.filter((row) => row.uniqueDocumentId === id && row.position === place),
  );
}

async function find(
  reader: DbOrTx,
  finder: string,
  words: readonly string[],
  runs: readonly string[],
): Promise<Found[]> {
  const hasNumber = words.some((word) => /\d/.test(word));
  // In pages a single letter is a word: those that begin with one are most of them.
  const isLetter = (word: string) => word.length === 1 && !isUnspaced(word);
  const { rows } = await reader.execute<Found>(
    sql`select kind, "foundId" as id, place from ${sql.identifier(finder)}(
      ${tsquery(words)}, ${hasNumber ? tsquery(words, () => false) : NOTHING},
      ${words.every(isLetter) ? NOTHING : tsquery(words, (word) => !isLetter(word))},
      ${sql.param(runs)}::text[])
      order by "isExact" desc, at desc`,
  );
  return rows;
}

const NOTHING = sql`null::tsquery`;

/** Matches words or their beginnings. Words have no quote or backslash, so none is read as an operator. */
function tsquery(words: readonly string[], isBeginning: (word: string) => boolean = () => true): SQL {
  const terms = words.map((word) => `'${word}'${isBeginning(word) && !isUnspaced(word) ? ":*" : ""}`);
  return sql`${terms.join(" & ")}::tsquery`;
}

const BEFORE = 40;
const MAX_LENGTH = 140;

/** The text around the first of the words. */
function cutSnippet(text: string, words: readonly string[]): string {
  const at = placeOf(text, words);
  const start = at <= BEFORE ? 0 : startOfWord(text, at - BEFORE);
  const rest = text.slice(start);
  const end = rest.length <= MAX_LENGTH ? rest.length : endOfWord(rest, MAX_LENGTH);
  return `${start > 0 ? "… " : ""}${rest.slice(0, end)}${end < rest.length ? " …" : ""}`;
}

function placeOf(text: string, words: readonly string[]): number {
  const unspaced = words.find((word) => isUnspaced(word) && text.includes(word));
  if (unspaced) return text.indexOf(unspaced);
  for (const { 0: piece, index } of text.matchAll(/\S+/g)) {
    if (words.some((word) => hasWords(piece, [word]))) return index;
  }
  return 0;
}

function startOfWord(text: string, at: number): number {
  const space = text.indexOf(" ", at);
  return space === -1 || space > at + BEFORE ? at : space + 1;
}

function endOfWord(text: string, at: number): number {
  const space = text.lastIndexOf(" ", at);
  return space <= 0 ? at : space;
}
