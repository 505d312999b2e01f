import { useState } from "react";
import { listActivity } from "#contract/admin/activity.ts";
import { getAdminDocument, listAdminDocuments } from "#contract/admin/documents.ts";
import { getChecks, sendDocument } from "#contract/admin/drafts.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { type DocumentCheck, MESSAGE_LIMIT, Message } from "#domain/documents/sending.ts";
import type { Id } from "#domain/id.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useRecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { editorPath, previewPath } from "./document-paths.ts";
import { Fetched } from "./fetched.tsx";
import { hasLocalCopy } from "./local-copy.ts";

type SendDialogProps = { document: AdminDocument; onSent?: () => void; onClose: () => void };

/** Shows the checks, requests a message, and sends a draft to its client. */
export function SendDialog({ document, onSent, onClose }: SendDialogProps) {
  const { uniqueDocumentId, organizationName, recalledAt } = document;
  const params = { id: uniqueDocumentId };
  const cached = useCached();
  const storeDocument = useStoreDocument();
  const form = useRecordForm({ values: { message: "" }, save: send });
  /** The page that this person reviewed, which has changed since, and the changed one that they send instead. */
  const [refused, setRefused] = useState<number | null>(null);
  const [agreed, setAgreed] = useState<number | null>(null);
  const checked = useCall(getChecks, { params });
  const { data } = checked;
  const personId = usePerson().profile?.userProfileId;
  const holder = data?.holder?.userProfileId === personId ? null : data?.holder;
  const isOther = data !== undefined && refused !== null && data.revision !== refused;
  const isAgreed = data?.revision === agreed;
  const isRefused = data?.checks.some((check) => check.isRefused) === true;

  async function send({ message }: { message: string }) {
    if (data === undefined) return;
    const body = { revision: data.revision, ...(message.trim() && { message: Message.parse(message) }) };
    try {
      await storeDocument(await call(sendDocument, { params, body }));
    } catch (error) {
      // The page has changed since: the checks on screen may be outdated.
      if (error instanceof ApiError && error.status === 409) {
        setRefused(data.revision);
        void checked.mutate();
        void cached.refetch(getAdminDocument);
      }
      throw error;
    }
    showToast({ title: "Document sent", text: `${organizationName} can read it and decide.` });
    onClose();
    onSent?.();
  }

  return (
    <FormDialog
      form={form}
      title={recalledAt === null ? `Send to ${organizationName}?` : `Send again to ${organizationName}?`}
      description="Its members get a notification and an email. The sent version does not change, apart from their choices."
      action="Send"
      isDisabled={data === undefined || isRefused || (isOther && !isAgreed)}
      failureTitle="Nothing was sent"
      onClose={onClose}
    >
      <UnsavedNotice personId={personId} documentId={uniqueDocumentId} />
      {holder ? (
        <Notice
          tone="warning"
          title={
            <>
              <bdi translate="no">{holder.name}</bdi> has this open in the editor
            </>
          }
        >
          What they have not saved yet is not sent.
        </Notice>
      ) : null}
      <Fetched answer={checked} loading="Checking the page">
        {({ checks }) => <Checks checks={checks} />}
      </Fetched>
      {isOther ? (
        <Notice
          tone="warning"
          title="You have not seen this page yet"
          action={
            <ButtonLink size="sm" to={previewPath(uniqueDocumentId)} target="_blank" rel="noopener">
              Preview it
            </ButtonLink>
          }
        >
          <Checkbox
            label="Send the page as it is now"
            checked={isAgreed}
            onChange={(event) => setAgreed(event.currentTarget.checked ? data.revision : null)}
          />
        </Notice>
      ) : null}
      <TextField
        isLong
        label="Message"
        hint="Optional. It is included in the email."
        maxLength={MESSAGE_LIMIT}
        form={form}
        name="message"
      />
    </FormDialog>
  );
}

function UnsavedNotice({ personId, documentId }: { personId: Id | undefined; documentId: Id }) {
  if (personId === undefined || !hasLocalCopy(window.localStorage, { personId, documentId })) return null;
  return (
    <Notice
      tone="warning"
      title="You have unsaved changes"
      action={
        <ButtonLink size="sm" to={editorPath(documentId)}>
          Open the editor
        </ButtonLink>
      }
    >
      They are stored only in this browser and would not be sent. Open the editor to save them.
    </Notice>
  );
}

function Checks({ checks }: { checks: readonly DocumentCheck[] }) {
  if (checks.length === 0)
    return <Notice tone="success">We have checked the page and found no problems.</Notice>;
  const isRefused = checks.some((check) => check.isRefused);
  return (
    <Notice
      tone={isRefused ? "error" : "warning"}
      title={isRefused ? "It cannot be sent like this" : "Please look at this first"}
    >
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {[...Map.groupBy(checks, ({ message }) => message)].map(([message, { length }]) => (
          <li key={message} dir="auto" className="wrap-anywhere">
            {message}
            {length > 1 ? ` (${length} times)` : ""}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Updates the cache with a changed document, and refetches the lists. */
export function useStoreDocument(): (changed: AdminDocument) => Promise<void> {
  const cached = useCached();
  return async (changed) => {
    await cached.replace(getAdminDocument, { params: { id: changed.uniqueDocumentId } }, changed);
    void cached.refetch(listAdminDocuments);
    void cached.refetch(listActivity);
  };
}
