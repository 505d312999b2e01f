import { and, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { OtherVersion } from "#domain/documents/unique-document.ts";
import { ERASURE, OF_DECISION } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { jsonOf, reading, type Told } from "../db/json-rows.ts";
import type { EvidenceRow } from "../evidence/check-evidence.ts";
import { documentDecisions, documentSnapshots, documentVersions } from "../schema/document-versions.ts";
import { documentVisibleToClients, shownName, uniqueDocuments } from "../schema/documents.ts";
import { evidenceEvents } from "../schema/evidence.ts";
import { workOrders } from "../schema/work-orders.ts";
import type { VersionRow } from "./find-versions.ts";
import {
  asSent,
  type DecisionRow,
  type DocumentKey,
  type DocumentRow,
  LISTED_COLUMNS,
  ownedBy,
  type SnapshotRow,
} from "./queries.ts";

const { salt, shownAt, recalledAt, withdrawnAt, withdrawalReason } = uniqueDocuments;
/** Its stored page is of no use to clients: they read what was sent. */
const OWN_COLUMNS = { ...LISTED_COLUMNS, salt, shownAt, recalledAt, withdrawnAt, withdrawalReason };
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

function selectRecord(): SQL {
  const { uniqueDocumentId: id, status, predecessorId, organizationId } = uniqueDocuments;
  const { subjectId, kind, position, facts } = evidenceEvents;
  const { workOrderId, doesClientWantWorkDone } = workOrders;
  const before = alias(uniqueDocuments, "before");
  const listOf = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(", "));
  const ofFile = sql`(select ${facts} -> 'ofId' from ${evidenceEvents} where ${subjectId} = ${documentSnapshots.fileId}
    and ${kind} = 'document.snapshot' order by ${position} limit 1)`;
  return sql`select json_build_array(
    ${jsonOf(OWN_COLUMNS)},
    (select ${jsonOf(DECISION_COLUMNS)} from ${documentDecisions}
      where ${documentDecisions.uniqueDocumentId} = ${id}),
    case when ${status} = 'PENDING' then (select ${jsonOf(VERSION_COLUMNS)} from ${documentVersions}
      where ${documentVersions.uniqueDocumentId} = ${id} order by ${documentVersions.number} desc limit 1) end,
    case when ${status} = 'PENDING' then (
      select json_agg(json_build_array(${workOrderId}, ${doesClientWantWorkDone})) from ${workOrders}
      where ${workOrders.uniqueDocumentId} = ${id}) end,
    (select json_agg(${jsonOf(EVENT_COLUMNS)} order by ${position}) from ${evidenceEvents}
      where ${subjectId} = ${id} and ${kind} in (${listOf([...OF_DECISION, "document.send", ERASURE])})),
    case when ${status} = 'PENDING' and not exists (
        select from ${evidenceEvents} where ${subjectId} = ${id} and ${kind} = 'document.send')
      then counterpart_lacks_evidence(${organizationId}) end,
    (select json_agg(json_build_array(${jsonOf(SNAPSHOT_COLUMNS)}, ${ofFile})
        order by ${documentSnapshots.createdAt} desc) from ${documentSnapshots}
      where ${documentSnapshots.uniqueDocumentId} = ${id}),
    (select json_build_object('uniqueDocumentId', ${before.uniqueDocumentId},
        'externalId', ${before.externalId}, 'name', ${shownName(before)}, 'status', ${before.status})
      from ${uniqueDocuments} as ${sql.identifier("before")} where ${before.uniqueDocumentId} = ${predecessorId})
  )::text as text, ${id} as id from ${uniqueDocuments} where `;
}

/** A record as it was read, and the id of its document. */
export type RecordText = { id: Id; text: string };

/** A document of an organization that its people see, as text; undefined for every other one. */
export async function readRecord(
  reader: Reader,
  owner: Id,
  named: DocumentKey,
): Promise<RecordText | undefined> {
  const { rows } = await reader.execute<RecordText>(
    sql`${selectRecord()}${and(ownedBy(owner, named), documentVisibleToClients(uniqueDocuments))}`,
  );
  return rows[0];
}

type ToldRecord = [
  document: Told,
  decision: Told | null,
  sent: Told | null,
  choices: [Id, boolean][] | null,
  events: Told[] | null,
  isLacking: boolean | null,
  snapshots: [Told, unknown][] | null,
  predecessor: OtherVersion | null,
];

const readOwn = reading<DocumentRecord["document"]>(OWN_COLUMNS);
const readDecision = reading<DecisionRow>(DECISION_COLUMNS);
const readVersion = reading<VersionRow>(VERSION_COLUMNS);
const readEvent = reading<EvidenceRow>(EVENT_COLUMNS);
const readSnapshot = reading<SnapshotRow>(SNAPSHOT_COLUMNS);

export function parseRecord(text: string): DocumentRecord {
  const told = JSON.parse(text) as ToldRecord;
  const [document, decision, sent, choices, events, isLacking, snapshots, predecessor] = told;
  return {
    document: asSent(readOwn(document)),
    decision: decision && readDecision(decision),
    sent: sent && readVersion(sent),
    choices: new Map(choices ?? []),
    events: (events ?? []).map(readEvent),
    isLacking: isLacking ?? false,
    snapshots: (snapshots ?? []).map(([snapshot, ofId]) => ({ ...readSnapshot(snapshot), ofId })),
    predecessor,
  };
}
