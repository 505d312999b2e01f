import { useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import {
  changeRetainer,
  deleteRetainer,
  endRetainer,
  getRetainer,
  listRetainers,
  pauseRetainer,
} from "#contract/admin/retainers.ts";
import { formatDollars } from "#domain/format.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { PERIOD_LABELS } from "#domain/retainers/periods.ts";
import type { ManagedRetainer, PreparedPeriod } from "#domain/retainers/retainer.ts";
import { call } from "#web/lib/call.ts";
import { companyToday } from "#web/lib/company-time.ts";
import { useNavigate, useParams } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { invoicePath } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { ConfirmDialog, DeleteDialog } from "#web/ui/form-dialog.tsx";
import { InvoiceAmountsTable } from "#web/ui/invoice-amounts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { organizationPath, RETAINERS, workOrderPath } from "../ui/paths.ts";
import { RecordScreen } from "../ui/record-screen.tsx";
import { useAction } from "../ui/use-action.ts";
import { RetainerForm, type TypedRetainer } from "./retainer-form.tsx";

/** /admin/retainers/:retainerId */
export function RetainerPage() {
  const { retainerId = "" } = useParams();
  return (
    <RecordScreen
      answer={useCall(getRetainer, { params: { id: retainerId } })}
      id={retainerId}
      noun="retainer"
      list={{ to: RETAINERS, label: "All retainers" }}
      title={({ name }) => name}
      skeleton={<Skeleton className="h-56 w-full max-w-4xl rounded-lg" />}
    >
      {(retainer) => <Retainer retainer={retainer} />}
    </RecordScreen>
  );
}

function Retainer({ retainer }: { retainer: ManagedRetainer }) {
  const mayChange = useMayActAs("editor");
  const [isChanging, setIsChanging] = useState(false);
  const { name, status, endsOn } = retainer;
  const isOver = endsOn !== null && endsOn < companyToday();
  return (
    <article>
      <PageHeading
        eyebrow={<TextLink to={RETAINERS}>Retainers</TextLink>}
        aside={<Badge status={status} />}
        actions={
          mayChange && !isChanging ? (
            <>
              <Actions retainer={retainer} />
              {isOver ? null : <Button onClick={() => setIsChanging(true)}>Change</Button>}
            </>
          ) : null
        }
      >
        {name}
      </PageHeading>
      {isChanging ? (
        <ChangeRetainer retainer={retainer} onClose={() => setIsChanging(false)} />
      ) : (
        <div className="grid max-w-4xl gap-6">
          <Facts retainer={retainer} />
          <Periods retainer={retainer} />
          <section aria-labelledby="lines">
            <h2 id="lines" className="font-semibold text-lg">
              Each invoice
            </h2>
            <InvoiceAmountsTable {...retainer.amounts} />
          </section>
        </div>
      )}
    </article>
  );
}

function Facts({ retainer }: { retainer: ManagedRetainer }) {
  const { organizationId, organizationName, period, startsOn, endsOn, work, issuesItself } = retainer;
  return (
    <>
      {retainer.isOrganizationActive || retainer.status === "ENDED" ? null : (
        <Notice tone="warning" title={`${organizationName} isn't active`}>
          Periods that begin while it isn't active are left out.
        </Notice>
      )}
      <Card aria-label="Details" className="p-5 sm:p-6">
        <DetailList>
          <Detail label="Organization">
            <TextLink to={organizationPath(organizationId)}>{organizationName}</TextLink>
          </Detail>
          <Detail label="Next invoice">{describeNext(retainer)}</Detail>
          <Detail label="Every">{PERIOD_LABELS[period]}</Detail>
          <Detail label="First day">{formatDay(startsOn)}</Detail>
          <Detail label="Last day">{endsOn === null ? "No end" : formatDay(endsOn)}</Detail>
          <Detail label="Invoices">
            {issuesItself ? "Issued and emailed on the first day" : "Prepared as drafts"}
          </Detail>
          <Detail label="Work order">{work === null ? "None" : work.name}</Detail>
        </DetailList>
      </Card>
    </>
  );
}

function describeNext({ nextOn, status, total }: ManagedRetainer) {
  if (nextOn === null)
    return status === "PAUSED" ? "Paused: none until it is resumed" : "Ended: no further invoice";
  return (
    <>
      {formatDay(nextOn)}, <Exact>{formatDollars(total)}</Exact>
    </>
  );
}

function Periods({ retainer: { periods, prepared } }: { retainer: ManagedRetainer }) {
  return (
    <Card aria-labelledby="periods">
      <CardHeading id="periods">Prepared periods</CardHeading>
      {periods.length === 0 ? (
        <p className="px-5 py-4 text-ink-soft">Nothing is prepared yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {periods.map((one) => (
            <li
              key={one.startsOn}
              className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 py-2.5"
            >
              <span>
                {formatDay(one.startsOn)} to {formatDay(one.endsOn)}
              </span>
              <PeriodRecords period={one} />
            </li>
          ))}
        </ul>
      )}
      {prepared > periods.length ? (
        <p className="border-line border-t px-5 py-2.5 text-ink-soft text-sm">
          The newest {periods.length} of {prepared}
        </p>
      ) : null}
    </Card>
  );
}

function PeriodRecords({ period: { invoice, workOrder } }: { period: PreparedPeriod }) {
  if (invoice === null) return <span className="text-ink-soft text-sm">Left out: not active</span>;
  const { invoiceId, externalId, total, invoiceStatus, issuedAt } = invoice;
  return (
    <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      {workOrder ? (
        <TextLink to={workOrderPath(workOrder.workOrderId)}>{workOrder.externalId}</TextLink>
      ) : null}
      <TextLink to={invoicePath(invoiceId)}>{externalId}</TextLink>
      {total === null ? null : <Exact className="tabular-nums">{formatDollars(total)}</Exact>}
      {issuedAt === null && invoiceStatus === "UNPAID" ? (
        <Badge status="DRAFT" />
      ) : (
        <Badge status={invoiceStatus} />
      )}
    </span>
  );
}

function useSaved() {
  const cached = useCached();
  return async (saved: ManagedRetainer, title: string) => {
    await cached.replace(getRetainer, { params: { id: saved.retainerId } }, saved);
    void cached.refetch(listRetainers);
    showToast({ title, text: saved.name });
  };
}

/** Pauses, resumes and ends a retainer; one that prepared nothing can be deleted. */
function Actions({ retainer }: { retainer: ManagedRetainer }) {
  const { retainerId, name, status, prepared } = retainer;
  const params = { id: retainerId };
  const onSaved = useSaved();
  const cached = useCached();
  const navigate = useNavigate();
  const { isBusy, run } = useAction("Nothing was changed");
  const [asks, setAsks] = useState<"end" | "delete" | null>(null);
  const isPaused = status === "PAUSED";

  async function pause() {
    const saved = await call(pauseRetainer, { params, body: { isPaused: !isPaused } });
    await onSaved(saved, isPaused ? "Retainer resumed" : "Retainer paused");
  }

  async function end() {
    await onSaved(await call(endRetainer, { params }), "Retainer ended");
    setAsks(null);
  }

  async function remove() {
    await call(deleteRetainer, { params });
    void cached.refetch(listRetainers);
    showToast({ title: "Retainer deleted", text: name });
    await navigate(RETAINERS, { replace: true });
  }

  return (
    <>
      {prepared === 0 ? <Button onClick={() => setAsks("delete")}>Delete</Button> : null}
      {status === "ENDED" ? null : (
        <>
          <Button onClick={() => setAsks("end")}>End</Button>
          <Button onClick={() => void run(pause)} isBusy={isBusy}>
            {isPaused ? "Resume" : "Pause"}
          </Button>
        </>
      )}
      {asks === "end" ? (
        <ConfirmDialog
          title={`End “${name}”?`}
          description="No period that begins after today is prepared. Invoices that were prepared stay."
          action="End retainer"
          tone="danger"
          failureTitle="The retainer wasn't ended"
          onSubmit={end}
          onClose={() => setAsks(null)}
        />
      ) : null}
      <DeleteDialog
        isOpen={asks === "delete"}
        item={name}
        note="It has prepared nothing yet."
        onDelete={remove}
        onClose={() => setAsks(null)}
      />
    </>
  );
}

function ChangeRetainer({ retainer, onClose }: { retainer: ManagedRetainer; onClose: () => void }) {
  const { retainerId, organizationId, organizationName, recordVersion, prepared } = retainer;
  const onSaved = useSaved();
  return (
    <>
      <p className="mb-6 text-ink-soft">
        Changes hold for periods that aren't prepared yet. Invoices that were prepared stay as they are.
      </p>
      <RetainerForm
        values={typedOf(retainer)}
        recordVersion={recordVersion}
        organization={{ id: organizationId, name: organizationName }}
        prepared={prepared}
        action="Save"
        onCancel={onClose}
        onSave={async ({ organizationId: _, ...details }, version) => {
          const body = { ...details, recordVersion: version };
          await onSaved(await call(changeRetainer, { params: { id: retainerId }, body }), "Retainer changed");
          onClose();
        }}
      />
    </>
  );
}

function typedOf(retainer: ManagedRetainer): TypedRetainer {
  const { organizationId, name, period, startsOn, endsOn, work, issuesItself } = retainer;
  return {
    organizationId,
    name,
    lines: retainer.lines.map(({ quantity, unit, rate, discountPercent, ...line }) => ({
      ...line,
      quantity: String(quantity),
      unit: unit ?? "",
      rate: String(rate),
      discountPercent: String(discountPercent),
    })),
    period,
    startsOn,
    endsOn: endsOn ?? "",
    hasWork: work !== null,
    work: work ?? { name: "", description: "" },
    issuesItself,
  };
}
