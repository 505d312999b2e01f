// Triggers note on a document when it was last sent and first opened since. Whatever asks for documents that wait then
// reads one index, however many versions and openings there are.

/** A document's new version has been opened by nobody. */
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

/** All statements that begin to note what is sent and opened. */
export const KEEP_OPENED: readonly string[] = [
  NOTE_SENDING,
  NOTE_OPENING,
  "revoke all on function counterpart_note_sending, counterpart_note_opening from public",
  `create trigger counterpart_note_sending after insert on document_versions
    for each row execute function counterpart_note_sending()`,
  `create trigger counterpart_note_opening after insert or update of last_at on document_openings
    for each row execute function counterpart_note_opening()`,
];
