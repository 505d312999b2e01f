import { useState } from "react";
import { z } from "zod";
import { listActivity } from "#contract/admin/activity.ts";
import { getManagedDocument, listManagedDocuments } from "#contract/admin/documents.ts";
import { getChecks, getRecipients, sendDocument } from "#contract/admin/drafts.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { ChosenRecipients } from "#domain/documents/recipients.ts";
import { type DocumentCheck, MESSAGE_LIMIT, Message } from "#domain/documents/sending.ts";
import { suggestLastDay, ValidUntil } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { companyToday } from "#web/lib/company-time.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { editorPath, previewPath } from "./document-paths.ts";
import { Fetched } from "./fetched.tsx";
import { KeptChoices } from "./kept-choices.tsx";
import { hasLocalCopy } from "./local-copy.ts";
import { type SendingInput, SendRecipients } from "./send-recipients.tsx";
import { SendSampleButton } from "./send-sample-button.tsx";
import { useSchemaForm } from "./use-schema-form.ts";

const SENDING = z.strictObject({
  message: Message,
  validUntil: z.union([z.literal(""), ValidUntil]),
  recipients: ChosenRecipients.nullable(),
});

type SendDialogProps = { document: ManagedDocument; onSent?: () => void; onClose: () => void };

function firstValues(document: ManagedDocument) {
  return { message: "", validUntil: suggestLastDay(document, companyToday()) ?? "", recipients: null };
}

/** Shows the checks, requests a message, and sends a draft to its client. */
export function SendDialog({ document, onSent, onClose }: SendDialogProps) {
  const { uniqueDocumentId, organizationName, recalledAt } = document;
  const params = { id: uniqueDocumentId };
  const cached = useCached();
  const storeDocument = useStoreDocument();
  const form = useSchemaForm<SendingInput, SendingInput>({
    schema: SENDING,
    values: firstValues(document),
    save: send,
  });
  const choices = useCall(getRecipients, { params });
  /** The page that this person reviewed, which has changed since, and the changed one that they send instead. */
  const [refused, setRefused] = useState<number | null>(null);
  const [agreed, setAgreed] = useState<number | null>(null);
  const checked = useCall(getChecks, { params });
  const { data } = checked;
  const personId = usePerson().profile?.userProfileId;
  const holder = data?.holder?.userProfileId === personId ? null : data?.holder;
  const isOther = data !== undefined && refused !== null && data.revision !== refused;
  const isAgreed = data?.revision === agreed;
  const obstacles = [
    data === undefined,
    choices.data === undefined,
    isOther && !isAgreed,
    isRefused(data?.checks),
  ];

  async function send({ message, validUntil, recipients }: SendingInput) {
    if (data === undefined || recipients === null) return;
    const day = validUntil || null;
    const body = { revision: data.revision, recipients, validUntil: day, ...(message && { message }) };
    try {
      await storeDocument(await call(sendDocument, { params, body }));
    } catch (error) {
      // The page has changed since: the checks on screen may be outdated.
      if (error instanceof ApiError && error.status === 409) {
        void choices.mutate();
        setRefused(data.revision);
        void checked.mutate();
        void cached.refetch(getManagedDocument);
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
      description="The recipients get an email, members a notification. The sent version doesn't change, apart from their choices."
      action="Send"
      isDisabled={obstacles.includes(true)}
      failureTitle="Nothing was sent"
      onClose={onClose}
    >
      <UnsavedNotice personId={personId} documentId={uniqueDocumentId} />
      {holder ? <HolderNotice name={holder.name} /> : null}
      <Fetched answer={checked} loading="Checking the page">
        {({ checks }) => <Checks checks={checks} />}
      </Fetched>
      <KeptChoices document={document} />
      {isOther ? (
        <UnseenPage
          documentId={uniqueDocumentId}
          isAgreed={isAgreed}
          onAgree={(isNow) => setAgreed(isNow ? data.revision : null)}
        />
      ) : null}
      <Fetched answer={choices} loading="Loading the recipients">
        {(found) => <SendRecipients form={form} choices={found} organizationName={organizationName} />}
      </Fetched>
      <TextField
        isLong
        label="Message"
        hint="Optional. It is included in the email."
        maxLength={MESSAGE_LIMIT}
        form={form}
        name="message"
      />
      <TextField
        label="Valid until"
        hint="Optional. The last day on which it can be accepted."
        type="date"
        min={companyToday()}
        form={form}
        name="validUntil"
      />
      {/* Last, so that the dialog does not open with it in focus. */}
      <SendSampleButton id={uniqueDocumentId} />
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
      They are stored only in this browser and wouldn't be sent. Open the editor to save them.
    </Notice>
  );
}

function isRefused(checks: readonly DocumentCheck[] | undefined): boolean {
  return checks?.some((check) => check.isRefused) === true;
}

type UnseenPageProps = { documentId: Id; isAgreed: boolean; onAgree: (isAgreed: boolean) => void };

function UnseenPage({ documentId, isAgreed, onAgree }: UnseenPageProps) {
  return (
    <Notice
      tone="warning"
      title="You haven't seen this page yet"
      action={
        <ButtonLink size="sm" to={previewPath(documentId)} target="_blank" rel="noopener">
          Preview it
        </ButtonLink>
      }
    >
      <Checkbox
        label="Send the page as it is now"
        checked={isAgreed}
        onChange={(event) => onAgree(event.currentTarget.checked)}
      />
    </Notice>
  );
}

function HolderNotice({ name }: { name: string }) {
  const title = (
    <>
      <bdi translate="no">{name}</bdi> has this open in the editor
    </>
  );
  return (
    <Notice tone="warning" title={title}>
      What they haven't saved yet isn't sent.
    </Notice>
  );
}

function Checks({ checks }: { checks: readonly DocumentCheck[] }) {
  if (checks.length === 0)
    return <Notice tone="success">We have checked the page and found no problems.</Notice>;
  const cannotBeSent = isRefused(checks);
  return (
    <Notice
      tone={cannotBeSent ? "error" : "warning"}
      title={cannotBeSent ? "It can't be sent like this" : "Check this before you send"}
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
export function useStoreDocument(): (changed: ManagedDocument) => Promise<void> {
  const cached = useCached();
  return async (changed) => {
    await cached.replace(getManagedDocument, { params: { id: changed.uniqueDocumentId } }, changed);
    void cached.refetch(listManagedDocuments);
    void cached.refetch(listActivity);
  };
}
