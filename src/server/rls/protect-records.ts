import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { EVIDENCE } from "#domain/activity/activity.ts";
import { accessRecords } from "../schema/access-records.ts";
import { generalDocumentVersions, signedGeneralDocuments, signedVersions } from "../schema/agreements.ts";
import { auditEvents } from "../schema/audit.ts";
import { documentDecisions, documentSnapshots, documentVersions } from "../schema/document-versions.ts";
import { evidenceEvents } from "../schema/evidence.ts";

// Triggers refuse to change or remove a record, also for the owner of the tables. The evidence shows changes by anyone
// who disables them.

const REFUSE = `
create or replace function counterpart_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are evidence and do not change', tg_table_name using errcode = '42501';
end $$`;

/** Tables whose rows never change. */
const FIXED = [
  accessRecords,
  documentDecisions,
  documentSnapshots,
  documentVersions,
  evidenceEvents,
  generalDocumentVersions,
  signedVersions,
];

const LATER_FACTS = ["file_id", "email_confirmed_at"];

export const PROTECT_RECORDS: readonly string[] = [
  REFUSE,
  ...FIXED.map((table) => guard(getTableName(table), "delete or update")),
  guard("signed_general_documents", `delete or update of ${columnsBut(signedGeneralDocuments, LATER_FACTS)}`),
  // Later facts are written once.
  ...LATER_FACTS.map((column) =>
    guard("signed_general_documents", `update of ${column}`, `old.${column} is not null`, column),
  ),
  guard(
    "audit_events",
    "delete or update",
    `old.action = any (array[${EVIDENCE.map((action) => `'${action}'`).join(", ")}])`,
  ),
  ...[...FIXED, signedGeneralDocuments, auditEvents].map(
    (table) => `create trigger counterpart_keep_all before truncate on ${getTableName(table)}
      for each statement execute function counterpart_refuse_change()`,
  ),
];

function guard(table: string, events: string, when?: string, of = "record"): string {
  const condition = when ? `when (${when})` : "";
  return `create trigger counterpart_keep_${of} before ${events} on ${table}
    for each row ${condition} execute function counterpart_refuse_change()`;
}

/** The stored columns: generated ones follow from them. */
function columnsBut(table: PgTable, free: readonly string[]): string {
  return Object.values(getTableColumns(table))
    .filter((column) => !column.generated && !free.includes(column.name))
    .map((column) => column.name)
    .join(", ");
}

// Triggers store with a document when it was last sent and first opened since, so that one index finds those that wait.

/** A document's new version has been opened by no one. */
const NOTE_SENDING = `
create or replace function counterpart_note_sending() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update unique_documents set sent_at = new.sent_at, opened_at = null
    where unique_document_id = new.unique_document_id and (sent_at is null or sent_at <= new.sent_at);
  return null;
end $$`;

/** Only the first opening changes the document, so that its readers do not wait for each other. */
const NOTE_OPENING = `
create or replace function counterpart_note_opening() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update unique_documents set opened_at = new.last_at
    where unique_document_id = new.unique_document_id and opened_at is null and sent_at <= new.last_at;
  return null;
end $$`;

export const PROTECT_OPENINGS: readonly string[] = [
  NOTE_SENDING,
  NOTE_OPENING,
  "revoke all on function counterpart_note_sending, counterpart_note_opening from public",
  `create trigger counterpart_note_sending after insert on document_versions
    for each row execute function counterpart_note_sending()`,
  `create trigger counterpart_note_opening after insert or update of last_at on document_openings
    for each row execute function counterpart_note_opening()`,
];
