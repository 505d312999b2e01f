import { useEffect, useId, useState } from "react";
import { getAdminDocument } from "#contract/admin/documents.ts";
import { getChecks } from "#contract/admin/drafts.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import type { DocumentCheck } from "#domain/documents/document-check.ts";
import { call } from "#web/lib/call.ts";
import { classNames } from "#web/lib/class-names.ts";
import { explainFailure } from "#web/lib/explain-failure.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FailedNotice, Notice } from "#web/ui/notice.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { SendDialog } from "../ui/send-dialog.tsx";
import { goToBlock } from "./area-keys.ts";
import { useCompanyFooter } from "./company-footer.ts";
import { useDesk, useSaveState } from "./editing-context.ts";
import { useSaved } from "./use-saved.ts";

/** What there is to look at before a document is sent, and its sending. A template is sent to no client. */
export function SendWithChecks() {
  const { edited } = useDesk();
  const footer = useCompanyFooter();
  return edited.kind === "document" ? <DocumentChecks footer={footer} /> : null;
}

type Footer = ReturnType<typeof useCompanyFooter>;

function DocumentChecks({ footer }: { footer: Footer }) {
  const { edited } = useDesk();
  const params = { id: edited.id };
  const navigate = useNavigate();
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [sending, setSending] = useState<AdminDocument | null>(null);
  const { isBusy, whenSaved } = useSaved();
  const { data, error, mutate } = useChecks(edited.id);
  const checks = data?.checks;
  const isRefused = checks?.some((check) => check.isRefused) === true;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from each of its buttons
    <div
      className="flex items-center gap-1"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen || sending) return;
        setIsOpen(false);
        event.currentTarget.querySelector("button")?.focus();
      }}
    >
      <Button
        size="sm"
        tone="quiet"
        aria-expanded={isOpen}
        aria-controls={panelId}
        className={isRefused ? "text-red-ink" : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {checks ? `Checks (${checks.length})` : "Checks"}
      </Button>
      <Button
        size="sm"
        tone="primary"
        isBusy={isBusy}
        onClick={() => void whenSaved(async () => setSending(await call(getAdminDocument, { params })))}
      >
        Send
      </Button>
      <section
        id={panelId}
        aria-label="Checks before sending"
        hidden={!isOpen}
        className="absolute end-0 top-full z-30 max-h-[60vh] w-full overflow-y-auto border border-line bg-surface p-3 shadow-float sm:w-96"
      >
        {checks ? (
          <CheckList checks={checks} footer={footer} onGone={() => setIsOpen(window.innerWidth >= 1024)} />
        ) : error ? (
          <FailedNotice onRetry={() => void mutate()}>{explainFailure(error)}</FailedNotice>
        ) : (
          <Loading label="Checking the page">
            <Skeleton className="h-14 w-full rounded-lg" />
          </Loading>
        )}
      </section>
      {sending ? (
        <SendDialog
          document={sending}
          onSent={() => void navigate(edited.path)}
          onClose={() => setSending(null)}
        />
      ) : null}
    </div>
  );
}

/** The checks of the stored page, read again after each save. */
function useChecks(id: string) {
  const { autosave } = useDesk();
  const { kind } = useSaveState();
  const checked = useCall(getChecks, { params: { id } });
  const { data, mutate } = checked;
  const isOld = data !== undefined && kind === "saved" && data.revision < autosave.revision;
  useEffect(() => {
    if (isOld) void mutate();
  }, [isOld, mutate]);
  return checked;
}

type CheckListProps = { checks: readonly DocumentCheck[]; footer: Footer; onGone: () => void };

function CheckList({ checks, footer, onGone }: CheckListProps) {
  const { editing } = useDesk();
  if (checks.length === 0) {
    return (
      <Notice tone="success" title="Ready to send">
        We have checked the page and found nothing to mend.
      </Notice>
    );
  }
  return (
    <ul className="space-y-1 text-sm">
      {checks.map(({ kind, message, blockId, isRefused }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two checks may say the same of one block
          key={`${kind} ${blockId} ${index}`}
          className={classNames("border-s-2 ps-2", isRefused ? "border-red-ink" : "border-line")}
        >
          {isRefused ? <strong className="block text-red-ink">Has to be mended</strong> : null}
          {blockId === null ? (
            <p dir="auto" className="wrap-anywhere py-1">
              {message}
            </p>
          ) : (
            <button
              type="button"
              dir="auto"
              className="wrap-anywhere w-full rounded-md py-1 text-start underline decoration-line underline-offset-2 hover:bg-hover touch:min-h-11"
              onClick={() => {
                onGone();
                goToBlock(editing, blockId);
              }}
            >
              {message}
            </button>
          )}
          {kind === "empty-footer" && blockId !== null && footer ? (
            <Button size="sm" onClick={() => editing.write(blockId, footer)}>
              Use the company’s details
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
