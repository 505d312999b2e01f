import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias, PgDialect } from "drizzle-orm/pg-core";
import type { OtherVersion } from "#domain/documents/unique-document.ts";
import { ERASURE, OF_DECISION } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { jsonOf, rowOf } from "../db/json-rows.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import { evidenceEvents } from "../evidence/tables.ts";
import { KEEP_PLAN } from "../wall/prepared-statements.ts";
import { workOrders } from "../work-orders/tables.ts";
import type { VersionRow } from "./find-versions.ts";
import {
  asSent,
  type DecisionRow,
  type DocumentKey,
  type DocumentRow,
  LISTED_COLUMNS,
  type SnapshotRow,
} from "./queries.ts";
import {
  documentDecisions,
  documentSnapshots,
  documentVersions,
  shownName,
  uniqueDocuments,
} from "./tables.ts";

const { salt, recalledAt, withdrawnAt, withdrawalReason } = uniqueDocuments;
/** Its stored page is of no use to clients: they read what was sent. */
const OWN_COLUMNS = { ...LISTED_COLUMNS, salt, recalledAt, withdrawnAt, withdrawalReason };
const DECISION_COLUMNS = getTableColumns(documentDecisions);
const VERSION_COLUMNS = getTableColumns(documentVersions);
const EVENT_COLUMNS = getTableColumns(evidenceEvents);
const SNAPSHOT_COLUMNS = getTableColumns(documentSnapshots);

/** A document as its client knows it, with all that belongs to it, read at one moment. */
export type DocumentRecord = {
  document: Pick<DocumentRow, keyof typeof OWN_COLUMNS>;
  decision: DecisionRow | null;
  /** Of a document that waits for a decision: its newest version, and the present choices on its work. */
  sent: VersionRow | null;
  choices: Map<Id, boolean>;
  /** The evidence of its decision, its sending and its erasures, oldest first. */
  events: EvidenceRow[];
  /** Of a version without evidence: whether events of the chain are gone. */
  isLacking: boolean;
  /** The newest first; `ofId`: of which document the file was made, by its evidence. */
  snapshots: (SnapshotRow & { ofId: unknown })[];
  predecessor: OtherVersion | null;
};

/** Everything in one row of JSON: each statement has its price, whatever it reads. Written once. */
const RECORD: SQL = sql.raw(new PgDialect().sqlToQuery(selectRecord()).sql);

function selectRecord(): SQL {
  const { uniqueDocumentId: id, status, predecessorId, organizationId } = uniqueDocuments;
  const { subjectId, kind, position, facts } = evidenceEvents;
  const { workOrderId, doesClientWantWorkDone } = workOrders;
  const before = alias(uniqueDocuments, "before");
  const listOf = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(", "));
  const ofFile = sql`(select ${facts} -> 'ofId' from ${evidenceEvents} where ${subjectId} = ${documentSnapshots.fileId}
    and ${kind} = 'document.snapshot' order by ${position} limit 1)`;
  return sql`${KEEP_PLAN}select json_build_object(
    'document', ${jsonOf(OWN_COLUMNS)},
    'decision', (select ${jsonOf(DECISION_COLUMNS)} from ${documentDecisions}
      where ${documentDecisions.uniqueDocumentId} = ${id}),
    'sent', case when ${status} = 'PENDING' then (select ${jsonOf(VERSION_COLUMNS)} from ${documentVersions}
      where ${documentVersions.uniqueDocumentId} = ${id} order by ${documentVersions.number} desc limit 1) end,
    'choices', case when ${status} = 'PENDING' then (
      select json_agg(json_build_array(${workOrderId}, ${doesClientWantWorkDone})) from ${workOrders}
      where ${workOrders.uniqueDocumentId} = ${id}) end,
    'events', (select json_agg(${jsonOf(EVENT_COLUMNS)} order by ${position}) from ${evidenceEvents}
      where ${subjectId} = ${id} and ${kind} in (${listOf([...OF_DECISION, "document.send", ERASURE])})),
    'isLacking', case when ${status} = 'PENDING' and not exists (
        select from ${evidenceEvents} where ${subjectId} = ${id} and ${kind} = 'document.send')
      then counterpart_lacks_evidence(${organizationId}) end,
    'snapshots', (select json_agg(json_build_array(${jsonOf(SNAPSHOT_COLUMNS)}, ${ofFile})
        order by ${documentSnapshots.createdAt} desc) from ${documentSnapshots}
      where ${documentSnapshots.uniqueDocumentId} = ${id}),
    'predecessor', (select json_build_object('uniqueDocumentId', ${before.uniqueDocumentId},
        'externalId', ${before.externalId}, 'name', ${shownName(before)}, 'status', ${before.status})
      from ${uniqueDocuments} as ${sql.identifier("before")} where ${before.uniqueDocumentId} = ${predecessorId})
  )::text as record from ${uniqueDocuments} where ${uniqueDocuments.shownAt} is not null and `;
}

/** A document of an organization that its people see, as text; undefined for every other one. */
export async function readRecord(
  reader: Reader,
  organizationId: Id,
  key: DocumentKey,
): Promise<string | undefined> {
  const { uniqueDocumentId, slug } = uniqueDocuments;
  const named =
    "slug" in key ? sql`${slug} = ${key.slug}` : sql`${uniqueDocumentId} = ${key.uniqueDocumentId}`;
  const { rows } = await reader.execute<{ record: string }>(
    sql`${RECORD}${named} and ${uniqueDocuments.organizationId} = ${organizationId}`,
  );
  return rows[0]?.record;
}

type ToldRecord = { [Part in keyof DocumentRecord]: object | null };

export function parseRecord(text: string): DocumentRecord {
  const told = JSON.parse(text) as ToldRecord & {
    document: object;
    choices: [Id, boolean][] | null;
    events: object[] | null;
    isLacking: boolean | null;
    snapshots: [object, unknown][] | null;
    predecessor: OtherVersion | null;
  };
  return {
    document: asSent(rowOf<DocumentRecord["document"]>(OWN_COLUMNS, told.document)),
    decision: told.decision && rowOf<DecisionRow>(DECISION_COLUMNS, told.decision),
    sent: told.sent && rowOf<VersionRow>(VERSION_COLUMNS, told.sent),
    choices: new Map(told.choices ?? []),
    events: (told.events ?? []).map((event) => rowOf<EvidenceRow>(EVENT_COLUMNS, event)),
    isLacking: told.isLacking ?? false,
    snapshots: (told.snapshots ?? []).map(([snapshot, ofId]) => ({
      ...rowOf<SnapshotRow>(SNAPSHOT_COLUMNS, snapshot),
      ofId,
    })),
    predecessor: told.predecessor,
  };
}
