import { getDraft } from "#contract/admin/drafts.ts";
import { getManagedWorkOrder } from "#contract/admin/work-orders.ts";
import { getDocument } from "#contract/documents.ts";
import { detailsOf } from "#domain/work-orders/work-order-details.ts";
import { type Content, type Decider, EDITED, type Step } from "./approval-model.ts";
import { makeAdmin, makeOrganization, makePage, makePermission, makePerson, makeQuote } from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { PROVED } from "./proved.ts";

/** What is stored of a document, its work, its people and its organization. */
export type Stored = {
  status: string;
  isWithdrawn: boolean;
  isWanted: boolean;
  right: string | null;
  isPerson: boolean;
  isActive: boolean;
  versions: number;
  actions: string[];
  events: { kind: string; contentHash: string | null }[];
  jobs: string[];
  decisions: { decision: string; decider: string; contentHash: string; content: Content }[];
};

export type ApprovalWorld = {
  documentId: string;
  /** The hash of what the person was shown before everything. */
  shownHash: string;
  /** `saves`: how often the page was saved that the request names. */
  ask(app: TestApp, step: Step, by: Decider): Promise<{ status: number; text: string; saves: number }>;
  /** Reads the draft again, like a person who opens the editor. */
  readDraft(app: TestApp): Promise<void>;
  read(): Promise<Stored>;
};

/** A proposal with optional work that waits for one of two people, and everything that may happen to it. */
export async function makeApprovalWorld(app: TestApp): Promise<ApprovalWorld> {
  // An owner of its own: a long run outlives a token.
  const owner = await makeAdmin(app.db, "owner");
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const colleague = await makePerson(app.db, { organization });
  const person = await makePerson(app.db, { organization, permission: null });
  const { userProfileId } = person;
  const { organizationPermissionId: permissionId } = await makePermission(app.db, {
    userId: userProfileId,
    organizationId,
    permissionType: "write",
  });
  const { document, workOrders } = await makeQuote(app.db, {
    organizationId,
    workOrders: [{ isOptional: true }],
  });
  const id = document.uniqueDocumentId;
  const workOrderId = workOrders[0]?.workOrderId ?? "";
  const asRead = detailsOf(
    await app.request(getManagedWorkOrder, { as: owner, params: { id: workOrderId } }),
  );
  const { contentHash } = await app.request(getDocument, { as: person, params: { id } });
  const people = { owner, person, colleague };
  let revision = document.pageRevision;

  const admin = `/api/unique-document/admin/${id}`;
  const permission = `/api/organization-permission`;
  const decision = (status: string, more = {}) => ({ uniqueDocumentId: id, status, ...more });
  const requests: Record<Step, () => [as: "owner" | "colleague" | Decider, call: string, body?: unknown]> = {
    choose: () => [
      "colleague",
      `PATCH /api/work-order/user/${workOrderId}/optional`,
      { optional: { doesClientWantWorkDone: true } },
    ],
    edit: () => ["owner", `PATCH ${admin}/draft`, { revision, page: makePage([workOrderId], EDITED) }],
    work: () => [
      "owner",
      `PATCH /api/work-order/admin/${workOrderId}`,
      { ...asRead, discountPercent: 10, asRead },
    ],
    send: () => ["owner", `POST ${admin}/send`, { revision }],
    recall: () => ["owner", `POST ${admin}/recall`, {}],
    withdraw: () => ["owner", `POST ${admin}/withdraw`, { reason: "Another one follows" }],
    remove: () => ["colleague", `DELETE ${permission}/user/${permissionId}`],
    lower: () => ["owner", `PATCH ${permission}/admin/${permissionId}`, { permissionType: "read" }],
    erase: () => ["owner", `DELETE /api/user-profile/admin/${userProfileId}`],
    deactivate: () => [
      "owner",
      `POST /api/organization/admin/${organizationId}/deactivate`,
      { reason: "They have moved on", openDocumentIds: [id] },
    ],
    accept: () => [
      "person",
      `POST /api/unique-document/user/${id}/approve`,
      decision("APPROVED", { contentHash }),
    ],
    decline: () => ["person", `POST /api/unique-document/user/${id}/decline`, decision("DECLINED")],
  };

  return {
    documentId: id,
    shownHash: contentHash,
    async ask(asked, step, by) {
      const [as, call, body] = requests[step]();
      const saves = revision - document.pageRevision;
      const token = await app.signInAs(people[as === "person" ? by : as]);
      const response = await asked.rawRequest(call, {
        token,
        ...(body !== undefined && { body }),
        ...PROVED,
      });
      return { status: response.status, text: await response.text(), saves };
    },
    async readDraft(asked) {
      const path = `${getDraft.method} /api/${getDraft.path.replace("{id}", id)}`;
      const response = await asked.rawRequest(path, { token: await app.signInAs(owner) });
      const { data } = (await response.json()) as { data: { revision: number } };
      revision = data.revision;
    },
    async read() {
      const { rows } = await app.deps.database.asOwner((database) =>
        database.query<{ stored: Stored }>(READ, [
          id,
          workOrderId,
          permissionId,
          userProfileId,
          organizationId,
        ]),
      );
      return rows[0]?.stored as Stored;
    },
  };
}

const READ = `
  select json_build_object(
    'status', document.status,
    'isWithdrawn', document.withdrawn_at is not null,
    'isWanted', work.does_client_want_work_done,
    'right', (select permission_type from organization_permissions where organization_permission_id = $3),
    'isPerson', (select auth_user_id is not null from user_profiles where user_profile_id = $4),
    'isActive', (select status = 'ACTIVE' from organizations where organization_id = $5),
    'versions', (select count(*) from document_versions where unique_document_id = $1),
    'actions', (select coalesce(json_agg(action order by action), '[]') from audit_events
      where subject_id in ($1, $2, $3, $4, $5) and action not in ('document.edit', 'mail.send')),
    'events', (select coalesce(json_agg(json_build_object('kind', kind, 'contentHash', facts ->> 'contentHash')
      order by kind), '[]') from evidence_events where subject_id = $1 and chain = $5),
    'jobs', (select coalesce(json_agg(name), '[]') from pgboss.job
      where name in ('render-document-pdf', 'mail-decline') and data ->> 'uniqueDocumentId' = $1),
    'decisions', (select coalesce(json_agg(json_build_object(
      'decision', decision, 'decider', case user_profile_id when $4 then 'person' else 'colleague' end,
      'contentHash', content_hash, 'content', json_build_object(
        'title', page #>> '{root,props,title}',
        'hasDiscount', jsonb_path_exists(page, '$.content[*].props.workOrderData.workOrders[*] ? (@.discountPercent > 0)'),
        'isWanted', jsonb_path_exists(page,
          '$.content[*].props.workOrderData.workOrders[*] ? (@.optional.doesClientWantWorkDone == true)')))), '[]')
      from document_decisions where unique_document_id = $1)) as stored
  from unique_documents as document
  join work_orders as work on work.work_order_id = $2
  where document.unique_document_id = $1`;
