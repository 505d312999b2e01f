import { listActivity } from "#contract/admin/activity.ts";
import { getDelivery } from "#contract/admin/delivery.ts";
import { changeDocument, getManagedDocument, getOpenings, getSharing } from "#contract/admin/documents.ts";
import { getPaymentPlan } from "#contract/admin/payment-plans.ts";
import { getReminders } from "#contract/admin/reminders.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { listedStatusOf } from "#domain/documents/unique-document.ts";
import { isIncluded } from "#domain/work-orders/is-included.ts";
import { call } from "#web/lib/call.ts";
import { useLocation, useParams } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { documentByIdPath } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { DOCUMENTS, editorPath, previewPath } from "../ui/document-paths.ts";
import { KeptChoices } from "../ui/kept-choices.tsx";
import { clientViewPath, workOrderPath } from "../ui/paths.ts";
import { FormAndCardsSkeleton, RecordScreen } from "../ui/record-screen.tsx";
import { Timeline } from "../ui/timeline.tsx";
import { AddExistingWork } from "../ui/work-order/add-existing-work.tsx";
import { DeliveryCard } from "./delivery-card.tsx";
import { DocumentActions } from "./document-actions.tsx";
import { OpeningsCard, RecalledNotice, SentVersions, ShareCard } from "./document-cards.tsx";
import { DocumentFacts } from "./document-facts.tsx";
import { DocumentForm, type Entered } from "./document-form.tsx";

import { PlanCard } from "./plan-card.tsx";

/** /admin/documents/:uniqueDocumentId */
export function DocumentPage() {
  const { uniqueDocumentId = "" } = useParams();
  const params = { id: uniqueDocumentId };
  // Cards that rendered later would shift the content below them.
  const cardAnswers = [
    useCall(getDelivery, { params }),
    useCall(getOpenings, { params }),
    useCall(getSharing, { params }),
    useCall(getReminders, { params }),
    useCall(getPaymentPlan, { params }),
  ];
  return (
    <RecordScreen
      answer={useCall(getManagedDocument, { params })}
      id={uniqueDocumentId}
      noun="document"
      list={{ to: DOCUMENTS, label: "All documents" }}
      title={({ name }) => name}
      isWaiting={cardAnswers.some(({ data, error }) => data === undefined && error === undefined)}
      skeleton={<FormAndCardsSkeleton sidebarHeight="h-80" />}
    >
      {(document) => <DocumentDetail document={document} />}
    </RecordScreen>
  );
}

function DocumentDetail({ document }: { document: ManagedDocument }) {
  /** The text of the page that a search has found. */
  const { hash } = useLocation();
  const cached = useCached();
  const mayChange = useMayActAs("editor");
  const { uniqueDocumentId, externalId, status } = document;
  const isOpenDraft = status === "DRAFT" && document.closedBecause === null;

  async function save(entered: Entered, recordVersion: number) {
    const { name, documentType, invoice, templateId, validUntil } = entered;
    const params = { id: uniqueDocumentId };
    const body = { name, documentType, invoice, templateId, validUntil, recordVersion };
    const changed = await call(changeDocument, { params, body });
    showToast({ title: "Document saved", text: changed.name });
    await cached.replace(getManagedDocument, { params }, changed);
    void cached.refetch(listActivity);
    return changed;
  }

  return (
    <article>
      <PageHeading
        eyebrow={
          <>
            <TextLink to={DOCUMENTS}>Documents</TextLink>
            <span aria-hidden="true"> / </span>
            {externalId}
          </>
        }
        aside={<Badge status={listedStatusOf(document)} />}
        actions={
          <>
            {document.shownAt === null ? null : (
              <ButtonLink
                to={`${clientViewPath(document.organizationId, documentByIdPath(uniqueDocumentId))}${hash}`}
                reloadDocument
              >
                See as client
              </ButtonLink>
            )}
            {isOpenDraft ? <ButtonLink to={previewPath(uniqueDocumentId)}>Preview</ButtonLink> : null}
            {mayChange && isOpenDraft ? (
              <ButtonLink tone="primary" to={editorPath(uniqueDocumentId)}>
                Edit page
              </ButtonLink>
            ) : null}
            {mayChange ? <DocumentActions document={document} /> : null}
          </>
        }
      >
        {document.name}
      </PageHeading>
      <RecalledNotice document={document} />
      <EvidenceNotice document={document} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10">
        <div className="space-y-8">
          {mayChange ? <DocumentForm document={document} onSave={save} /> : null}
          <DocumentWork document={document} mayAdd={mayChange && isOpenDraft} />
        </div>
        <div className="space-y-6">
          {status === "APPROVED" ? (
            <PlanCard uniqueDocumentId={uniqueDocumentId} mayChange={mayChange} />
          ) : null}
          <DocumentFacts document={document} hasForm={mayChange} />
          <SentVersions document={document} />
          {document.versions.length === 0 ? null : (
            <DeliveryCard uniqueDocumentId={uniqueDocumentId} mayChange={mayChange} />
          )}
          {document.shownAt === null ? null : <OpeningsCard document={document} />}
          <ShareCard document={document} mayChange={mayChange} />
        </div>
      </div>
      <section aria-labelledby="activity" className="mt-12">
        <h2 id="activity" className="mb-3 font-semibold text-lg">
          Activity
        </h2>
        <Timeline of={{ documentId: uniqueDocumentId }} />
      </section>
    </article>
  );
}

/** What differs besides the facts, which have their own names. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  missing: "it has no event",
  event: "the event itself was changed",
  key: "an unknown key signed the event",
};

/** Warns that the sent or decided record was changed in the database, bypassing the portal. */
export function EvidenceNotice({ document }: { document: Pick<ManagedDocument, "evidenceDifferences"> }) {
  const { evidenceDifferences } = document;
  if (evidenceDifferences.length === 0) return null;
  const differences = [...new Set(evidenceDifferences)].map((name) => DIFFERENCES[name] ?? name);
  return (
    <Notice tone="error" title="This document differs from its evidence" className="mb-6">
      The database was changed outside the portal: {differences.join(", ")}. The document can't be opened
      until the record is restored from a backup.
    </Notice>
  );
}

type DocumentWorkProps = { document: ManagedDocument; mayAdd: boolean };

/** The work orders that belong to a document. Work without a document can be added while it is a draft. */
function DocumentWork({ document, mayAdd }: DocumentWorkProps) {
  const { workOrders, organizationId, uniqueDocumentId } = document;
  const cached = useCached();
  const within = { organizationId, uniqueDocument: uniqueDocumentId };
  return (
    <Card aria-labelledby="work">
      <CardHeading id="work">Work orders</CardHeading>
      {workOrders.length === 0 ? (
        <p className="px-5 py-4 text-ink-soft">
          This document has no work orders yet. Add them on its page, in a “Work Orders” block.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {workOrders.map((work) => (
            <li key={work.workOrderId} className="flex items-center justify-between gap-x-4 px-5 py-2.5">
              <span className="min-w-0">
                <TextLink to={workOrderPath(work.workOrderId)} dir="auto" className="wrap-anywhere">
                  {work.name}
                </TextLink>
                <span className="ml-2 text-ink-faint text-sm">
                  {work.externalId}
                  {work.optional.isOptional
                    ? `, optional, ${isIncluded(work) ? "wanted" : "not wanted"}`
                    : ""}
                </span>
              </span>
              <span className="shrink-0">
                <Badge status={work.workOrderStatus} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="px-5 pt-2 pb-4 empty:hidden">
        <KeptChoices document={document} />
      </div>
      {mayAdd ? (
        <div className="px-5 pb-4 empty:hidden">
          <AddExistingWork
            within={within}
            onAdded={async () => {
              await cached.refetch(getManagedDocument);
              void cached.refetch(listActivity);
            }}
          />
        </div>
      ) : null}
    </Card>
  );
}
