import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { getManagedDocument } from "#contract/admin/documents.ts";
import { getChecks } from "#contract/admin/drafts.ts";
import { getSettings } from "#contract/admin/settings.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import type { DocumentCheck } from "#domain/documents/sending.ts";
import { formatAbn } from "#domain/format-party.ts";
import { block as Footer } from "#domain/page/blocks/footer.ts";
import { findItem } from "#domain/page/edit-page.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { call } from "#web/lib/call.ts";
import { classNames } from "#web/lib/class-names.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { Button, IconButton, Spinner } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Fetched } from "../ui/fetched.tsx";
import { SendDialog } from "../ui/send-dialog.tsx";
import { goToBlock } from "./area-keys.ts";
import { blockName } from "./block-labels.ts";
import { useEditing, useEditor, useSaveState } from "./editing-context.ts";
import { useSaved } from "./save-status.tsx";

type SendWithChecksProps = { isChecking: boolean; onCheck: (isChecking: boolean) => void };

/** How much there is to look at before a document is sent, and its sending. A template is sent to no client. */
export function SendWithChecks({ isChecking, onCheck }: SendWithChecksProps) {
  const { edited } = useEditor();
  useCompanyFooter();
  const params = { id: edited.id };
  const navigate = useNavigate();
  const [sending, setSending] = useState<ManagedDocument | null>(null);
  const { isBusy, whenSaved } = useSaved();
  const checks = useChecks().data?.checks;
  if (edited.kind !== "document") return null;
  const isRefused = checks?.some((check) => check.isRefused) === true;
  return (
    <>
      <Button
        size="sm"
        tone="quiet"
        aria-expanded={isChecking}
        aria-controls={PANEL_ID}
        className={isRefused ? "text-red-ink" : undefined}
        onClick={() => onCheck(!isChecking)}
      >
        {checks ? `Checks (${checks.length})` : "Checks"}
      </Button>
      <Button
        size="sm"
        tone="primary"
        // It keeps the focus, to which the dialog returns it.
        aria-busy={isBusy}
        icon={isBusy ? <Spinner /> : null}
        onClick={() =>
          isBusy || void whenSaved(async () => setSending(await call(getManagedDocument, { params })))
        }
      >
        Send
      </Button>
      {sending ? (
        <SendDialog
          document={sending}
          onSent={() => void navigate(edited.path)}
          onClose={() => setSending(null)}
        />
      ) : null}
    </>
  );
}

const PANEL_ID = "checks-before-sending";

type ChecksPanelProps = {
  /** After a line was pressed, which led to its block. */
  onGone: () => void;
  onClose: () => void;
};

/** The checks above the settings, where what they find is mended. */
export function ChecksPanel({ onGone, onClose }: ChecksPanelProps) {
  const answer = useChecks();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  function close() {
    onClose();
    document.querySelector<HTMLElement>(`[aria-controls="${PANEL_ID}"]`)?.focus();
  }
  return (
    <section
      ref={panel}
      id={PANEL_ID}
      aria-label="Checks before sending"
      tabIndex={-1}
      className="max-h-1/2 shrink-0 overflow-y-auto border-line border-b p-4 outline-none"
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <div className="mb-2 flex items-center justify-between">
        <h2 className="font-semibold text-lg">Before sending</h2>
        <IconButton label="Close the checks" Icon={X} onClick={close} />
      </div>
      <Fetched answer={answer} loading="Checking the page">
        {({ checks }) => <CheckList checks={checks} onGone={onGone} />}
      </Fetched>
    </section>
  );
}

/** The checks of the stored page, read again after each save. */
function useChecks() {
  const { autosave, edited } = useEditor();
  const { kind } = useSaveState();
  const checked = useCall(getChecks, edited.kind === "document" ? { params: { id: edited.id } } : null);
  const { data, mutate } = checked;
  const isOld = data !== undefined && kind === "saved" && data.revision < autosave.revision;
  useEffect(() => {
    if (isOld) void mutate();
  }, [isOld, mutate]);
  return checked;
}

function CheckList({ checks, onGone }: { checks: readonly DocumentCheck[]; onGone: () => void }) {
  const { editing, announce } = useEditor();
  const footer = useCompanyFooter();
  const page = useEditing((now) => now.page);
  if (checks.length === 0) {
    return (
      <Notice tone="success" title="Ready to send">
        We have checked the page and found no problems.
      </Notice>
    );
  }
  return (
    <ul className="space-y-3 text-sm">
      {checks.map(({ kind, message, blockId, isRefused }, index) => {
        const item = blockId === null ? undefined : findItem(page, blockId)?.item;
        const words = (
          <>
            {isRefused ? <strong className="block text-red-ink">Must be fixed</strong> : null}
            {message}
          </>
        );
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two checks may say the same of one block
            key={`${kind} ${blockId} ${index}`}
            className={classNames("border-s-2 ps-3", isRefused ? "border-red-ink" : "border-line-strong")}
          >
            {item ? (
              <button
                type="button"
                dir="auto"
                className="wrap-anywhere w-full rounded-md text-start hover:bg-hover touch:min-h-11"
                onClick={() => {
                  onGone();
                  announce(blockName(item));
                  goToBlock(editing, item.props.id);
                }}
              >
                {words}
                <span className="mt-0.5 block truncate text-brand underline underline-offset-2">
                  {blockName(item)}
                </span>
              </button>
            ) : (
              <p dir="auto" className="wrap-anywhere">
                {words}
              </p>
            )}
            {kind === "empty-footer" && item && footer && !editing.isFixed(item.props.id) ? (
              <Button size="sm" className="mt-1" onClick={() => editing.write(item.props.id, footer)}>
                Use the company’s details
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function footerOf({ companyName, abn, address }: Settings) {
  return {
    businessName: companyName,
    ...(abn !== null && { abn: formatAbn(abn) }),
    ...(address !== null && { address }),
  };
}

/** The company's details for a footer, with which new footers begin; null until they are known. */
function useCompanyFooter(): ReturnType<typeof footerOf> | null {
  const { editing } = useEditor();
  const { data } = useCall(getSettings, {});
  useEffect(() => {
    if (data) editing.newItems.startWith(Footer.type, footerOf(data));
  }, [editing, data]);
  return data ? footerOf(data) : null;
}
