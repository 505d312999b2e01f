import { MAX_HITS } from "#domain/search/search-hit.ts";
import { conditionText } from "../db/columns.ts";
import { roleName } from "../db/roles.ts";
import { ORGANIZATION_WORD } from "../db/words-sql.ts";
import { lastTouched, pageVisibleToClients, shownName, uniqueDocuments } from "../schema/documents.ts";

// The two functions that find words, for the company and for an organization's people. Nouns declare their sources.

/** A table of which the names and numbers are searched. */
export type WordSource = {
  table: string;
  id: string;
  /** The text of which the words are, and their column. */
  text: string;
  words: string;
  /** The column with the time of its last change, by which the newest records come first. */
  touchedAt: string;
  /** Whether an index has the records in this order. */
  isOrdered: boolean;
  /** Which records are searched: a condition that may name `organization` and `person`. */
  where: string;
  /** Whether each record is of one organization, whose word it has in the index. */
  isOfOrganization: boolean;
};

export const NAME_AND_NUMBER = "name || ' ' || external_id";

/** Clients find documents and work by the name that was sent, so that no search reveals another one. */
export const AS_SENT = {
  text: `${conditionText(uniqueDocuments, shownName)} || ' ' || external_id`,
  words: "shown_words",
};

export type KindSource = { kind: string; source: WordSource };

const LAST_TOUCHED = conditionText(uniqueDocuments, lastTouched);

/** Frequent words are found among so many of the newest records, and others in the index, so that both are quick. */
const NEWEST_RECORDS = 500;
const NEWEST_DOCUMENTS = 100;
/** The limit of matches of a word that is rare among the newest records. */
const MAX_MATCHES = 2000;

/** Not an index condition, because the words' index has the organization's word, and both together take longer. */
const OWN = "organization_id || '' = organization";
/** In the order of the index of single organizations, or of that of all (lists/order.ts). */
function newestFirst(touchedAt: string, id: string, isOfAll: boolean): string {
  const nulls = `nulls ${isOfAll ? "first" : "last"}`;
  return `order by ${touchedAt} desc ${nulls}, ${id} desc ${nulls}`;
}

/** Whether typed characters of scripts without spaces, of which each is a word, stand side by side in a text. */
const hasRuns = (text: string) =>
  `(runs = '{}' or not exists (select from unnest(runs) as run where strpos(normalize(${text}, NFKD), run) = 0))`;

/** Records whose name or number has the words; those that have the numbers exactly come first. */
function names({ kind, source }: KindSource, isOfOwn: boolean): string {
  const { table, id, text, words, touchedAt, isOrdered, where, isOfOrganization } = source;
  const isOwn = isOfOwn && isOfOrganization;
  const [some, whole] = isOwn ? ["indexed", "exactly"] : ["sought", "exact_numbers"];
  const visible = isOwn ? `${OWN} and ${where}` : where;
  const matching = `${visible} and ${hasRuns(text)}`;
  const newest = isOrdered
    ? `select id, at from (
        select ${id} as id, ${touchedAt} as at, ${words} as words, ${text} as said from ${table}
        where ${isOwn ? `organization_id = organization and ${where}` : where}
        ${newestFirst(touchedAt, id, isOfOrganization && !isOwn)} limit ${NEWEST_RECORDS}) as latest
      where words @@ sought and ${hasRuns("said")} limit ${MAX_HITS}`
    : "select null::text as id, null::timestamptz as at where false";
  return `(with newest as materialized (${newest}),
    other as materialized (
      select ${id} as id, ${touchedAt} as at from ${table} where ${words} @@ ${some} and ${matching} limit ${MAX_MATCHES}),
    exact as materialized (
      select ${id} as id, ${touchedAt} as at from ${table} where ${words} @@ ${whole} and ${matching} limit ${MAX_MATCHES})
    select '${kind}'::text, id, null::int, bool_or(is_exact) as is_exact, max(at) as at from (
      select id, at, false as is_exact from newest where (select count(*) from newest) = ${MAX_HITS}
      union all
      select id, at, false from other where (select count(*) from newest) < ${MAX_HITS}
      union all
      select id, at, true from exact) as found
    group by id order by is_exact desc, at desc limit ${MAX_HITS})`;
}

/**
 * Documents whose page has all the words in one block, with the first such block. Matches of the words' index are
 * sorted: no index has the order `desc nulls last` of all organizations.
 */
function parts(isOwn: boolean): string {
  const isRead = conditionText(uniqueDocuments, pageVisibleToClients);
  const isVisible = isOwn ? `${OWN} and ${isRead}` : "true";
  return `(with newest as materialized (
      select latest.unique_document_id as id, part.position as place, latest.at from (
        select unique_document_id, ${LAST_TOUCHED} as at from unique_documents
        where ${isOwn ? `organization_id = organization and ${isRead}` : "true"}
        ${newestFirst(LAST_TOUCHED, "unique_document_id", !isOwn)} limit ${NEWEST_DOCUMENTS}) as latest
      cross join lateral (
        select position from document_parts
        where unique_document_id = latest.unique_document_id and words @@ sought_in_pages and ${hasRuns("body")}
        order by position limit 1) as part
      limit ${MAX_HITS}),
    other as materialized (
      select unique_document_id as id, min(place) as place from (
        select unique_document_id, position as place from document_parts
        where words @@ indexed_in_pages and ${hasRuns("body")} limit ${MAX_MATCHES}) as part
      group by unique_document_id)
    select 'part'::text, id, place, false, at from newest
      where (select count(*) from newest) = ${MAX_HITS}
    union all
    (select 'part', other.id, other.place, false, ${LAST_TOUCHED}
      from other join unique_documents as document on document.unique_document_id = other.id
      where (select count(*) from newest) < ${MAX_HITS} and ${isVisible}
      order by ${LAST_TOUCHED} desc nulls last limit ${MAX_HITS}))`;
}

/**
 * The newest records are read by an index, because sorting takes longer than all the rest. `sought` finds names and
 * numbers, `exactly` is null or finds whole numbers, `sought_in_pages` is null or finds the words of pages. `runs`:
 * characters that a hit has side by side.
 */
function finder(name: string, sources: readonly KindSource[], isOwn: boolean): string {
  const own = (name: string) => `nullif(current_setting('app.${name}', true), '')`;
  const ofOwn = `(quote_literal('${ORGANIZATION_WORD}' || organization))::tsquery`;
  const narrowed = (query: string) => (isOwn ? `${ofOwn} && ${query}` : query);
  const all = [...sources.map((source) => names(source, isOwn)), parts(isOwn)];
  return `
create function ${name}(sought tsquery, exact_numbers tsquery, sought_in_pages tsquery, runs text[])
returns table ("kind" text, "foundId" text, "place" int, "isExact" boolean, "at" timestamptz)
language plpgsql stable ${isOwn ? "security definer" : "security invoker"}
set search_path = public, pg_temp set jit = off set enable_seqscan = off set enable_sort = off set plan_cache_mode = force_generic_plan rows 40 as $$
#variable_conflict use_column
declare
  organization text := ${isOwn ? own("organization_id") : "null"};
  person text := ${isOwn ? own("user_profile_id") : "null"};
  indexed tsquery := ${narrowed("sought")};
  exactly tsquery := ${narrowed("exact_numbers")};
  indexed_in_pages tsquery := ${narrowed("sought_in_pages")};
begin
  return query ${all.join("\n  union all\n  ")};
end $$`;
}

export const FIND_OF_ORGANIZATION = "counterpart_find_of_organization";
export const FIND_OF_COMPANY = "counterpart_find_of_company";

/** The statements that create both functions, for the kinds that each of them searches. */
export function findFunctions(
  ofOrganization: readonly KindSource[],
  ofCompany: readonly KindSource[],
): string[] {
  return [
    `drop function if exists ${FIND_OF_ORGANIZATION}`,
    finder(FIND_OF_ORGANIZATION, ofOrganization, true),
    `drop function if exists ${FIND_OF_COMPANY}`,
    finder(FIND_OF_COMPANY, ofCompany, false),
    `revoke all on function ${FIND_OF_ORGANIZATION}, ${FIND_OF_COMPANY} from public`,
    `grant execute on function ${FIND_OF_ORGANIZATION} to ${roleName("member")}, ${roleName("writer")}`,
    `grant execute on function ${FIND_OF_COMPANY} to ${roleName("admin")}`,
  ];
}
