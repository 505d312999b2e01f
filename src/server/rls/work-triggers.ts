import { conditionText } from "../db/columns.ts";
import { roleName } from "../db/roles.ts";
import { isClosed, uniqueDocuments } from "../schema/documents.ts";

// Triggers on work orders: what a client may move, when each came to its status, and whether the document of each is
// closed, so that lists and their counts need not read documents.

/** Clients move work only by accepting its document (documents/settle-work.ts). */
const GUARD_CLIENT_MOVE = `
create or replace function counterpart_guard_client_move() returns trigger language plpgsql as $$
begin
  if old.work_order_status = 'DRAFT' and new.work_order_status in ('OPEN', 'ARCHIVED') and exists (
    select from unique_documents as document
    where document.unique_document_id = new.unique_document_id and document.status = 'APPROVED') then
    return new;
  end if;
  raise exception 'Clients move only the work of documents that they accept' using errcode = '42501';
end $$`;

const closed = (row: "new" | "old" | "document") => conditionText(uniqueDocuments, isClosed, row);

/** A document that closes or opens again. The rows are locked in one order, like by changes of several. */
const NOTE_CLOSING = `
create or replace function counterpart_note_closing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from work_orders where unique_document_id = new.unique_document_id
    order by work_order_id collate "C" for update;
  update work_orders set is_document_closed = (${closed("new")})
    where unique_document_id = new.unique_document_id;
  return null;
end $$`;

const NOTE_DOCUMENT = `
create or replace function counterpart_note_document() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.is_document_closed := exists (select from unique_documents as document
    where document.unique_document_id = new.unique_document_id and (${closed("document")}));
  return new;
end $$`;

/** Notes when work came to its status, whatever statement moves it. An import brings the time of its status. */
const NOTE_STATUS = `
create or replace function counterpart_note_status() returns trigger language plpgsql as $$
begin
  new.reached_at := new.reached_at || jsonb_build_object(new.work_order_status,
    to_char(new.moved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  return new;
end $$`;

export const WORK_TRIGGERS: readonly string[] = [
  GUARD_CLIENT_MOVE,
  NOTE_CLOSING,
  NOTE_DOCUMENT,
  NOTE_STATUS,
  "revoke all on function counterpart_note_closing, counterpart_note_document from public",
  `create trigger counterpart_guard_client_move before update of work_order_status on work_orders for each row
    when (current_user = '${roleName("writer")}' and new.work_order_status is distinct from old.work_order_status)
    execute function counterpart_guard_client_move()`,
  `create trigger counterpart_note_first_status before insert on work_orders for each row
    when (not new.reached_at ? new.work_order_status) execute function counterpart_note_status()`,
  `create trigger counterpart_note_status before update of work_order_status on work_orders for each row
    when (new.work_order_status is distinct from old.work_order_status)
    execute function counterpart_note_status()`,
  `create trigger counterpart_note_closing after update on unique_documents for each row
    when ((${closed("new")}) is distinct from (${closed("old")})) execute function counterpart_note_closing()`,
  `create trigger counterpart_note_first_document before insert on work_orders for each row
    when (new.unique_document_id is not null) execute function counterpart_note_document()`,
  `create trigger counterpart_note_document before update of unique_document_id on work_orders for each row
    when (new.unique_document_id is distinct from old.unique_document_id)
    execute function counterpart_note_document()`,
];
