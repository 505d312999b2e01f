import { useState } from "react";
import { z } from "zod";
import { listActivity } from "#contract/admin/activity.ts";
import { getDelivery, mailAgain, mailElsewhere } from "#contract/admin/delivery.ts";
import { Email } from "#domain/account/user-profile.ts";
import type { DeliveredMail, Delivery } from "#domain/documents/delivery.ts";
import type { Id } from "#domain/id.ts";
import { explainRefusal } from "#domain/mail/explain-refusal.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { personPath } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { Fetched } from "../ui/fetched.tsx";
import { useAction } from "../ui/use-action.ts";
import { useSchemaForm } from "../ui/use-schema-form.ts";
import { RemindersSection } from "./reminders-section.tsx";

type DeliveryCardProps = { uniqueDocumentId: Id; mayChange: boolean };

/** Whom the newest version was mailed to, and what became of each email. */
export function DeliveryCard({ uniqueDocumentId, mayChange }: DeliveryCardProps) {
  const answer = useCall(getDelivery, { params: { id: uniqueDocumentId } });
  return (
    <Card aria-labelledby="delivery">
      <CardHeading id="delivery">Delivery</CardHeading>
      <Fetched
        answer={answer}
        loading="Loading the delivery"
        className="mx-5 my-4 h-10"
        failure="We couldn't load who it was emailed to."
      >
        {({ recipients, isOpen }) => (
          <>
            {recipients.length === 0 ? (
              <p className="px-5 py-4 text-ink-soft">No email was sent about this version.</p>
            ) : (
              <ul className="divide-y divide-line">
                {recipients.map((one) => (
                  <Recipient
                    key={one.mailId ?? one.email}
                    documentId={uniqueDocumentId}
                    mail={one}
                    mayChange={mayChange && isOpen}
                  />
                ))}
              </ul>
            )}
            {recipients.length === 0 ? null : (
              <RemindersSection uniqueDocumentId={uniqueDocumentId} isOpen={isOpen} mayChange={mayChange} />
            )}
          </>
        )}
      </Fetched>
    </Card>
  );
}

type RecipientProps = { documentId: Id; mail: DeliveredMail; mayChange: boolean };

function Recipient({ documentId, mail, mayChange }: RecipientProps) {
  const { name, email, kind, state, userProfileId } = mail;
  return (
    <li className="space-y-1 px-5 py-3">
      <p className="wrap-anywhere">
        {userProfileId === null ? (
          <bdi translate="no">{name}</bdi>
        ) : (
          <TextLink to={personPath(userProfileId)}>
            <bdi translate="no">{name}</bdi>
          </TextLink>
        )}
        {kind === "CC" ? <span className="text-ink-soft text-sm"> (copy)</span> : null}
      </p>
      {name === email ? null : (
        <p translate="no" className="wrap-anywhere text-ink-soft text-sm">
          {email}
        </p>
      )}
      <Outcome mail={mail} />
      {mayChange && isUndelivered(state) ? <Remedies documentId={documentId} mail={mail} /> : null}
    </li>
  );
}

const LABELS = { QUEUED: "Queued", SENT: "Sent", REFUSED: "Not delivered", BOUNCED: "Bounced" };

const isUndelivered = (state: DeliveredMail["state"]) => state === "REFUSED" || state === "BOUNCED";

function Outcome({ mail: { state, at, failure } }: { mail: DeliveredMail }) {
  if (state === "CLEARED") {
    return <p className="text-ink-soft text-sm">The record of this email has been cleared.</p>;
  }
  const why = failure === null ? null : explainRefusal(failure);
  return (
    <div className="text-sm">
      <p className={isUndelivered(state) ? "font-medium text-red-ink" : "text-ink-soft"}>
        {LABELS[state]}
        {at === null ? null : (
          <>
            {" "}
            <DateTimeText iso={at} />
          </>
        )}
      </p>
      {state === "BOUNCED" ? <p>The mail server accepted it, then returned it.</p> : null}
      {state === "QUEUED" && failure !== null ? <p>Not sent yet. The portal will try again.</p> : null}
      {why === null ? null : <p>{why}</p>}
      {failure === null ? null : (
        <p translate="no" className="wrap-anywhere text-ink-faint">
          {failure}
        </p>
      )}
    </div>
  );
}

type RemediesProps = { documentId: Id; mail: DeliveredMail };

/** What the company can do about an email that was refused or bounced. */
function Remedies({ documentId, mail }: RemediesProps) {
  const { mailId, access, email, currentEmail } = mail;
  const [isElsewhere, setIsElsewhere] = useState(false);
  const update = useUpdate(documentId);
  const { isBusy, run } = useAction("The email wasn't sent again");
  if (mailId === null) return null;
  if (access === null) {
    return (
      <p className="text-ink-soft text-sm">
        This person is no longer a member or invited, so there's nothing to send.
      </p>
    );
  }
  const again = () =>
    run(async () => {
      await update(await call(mailAgain, { params: { id: documentId }, body: { mailId } }));
      showToast({ title: "Email queued again", text: currentEmail });
    });
  return (
    <>
      <div className="flex flex-wrap gap-2 pt-1">
        <Button size="sm" isBusy={isBusy} onClick={() => void again()}>
          {currentEmail === email ? "Send again" : `Send to ${currentEmail}`}
          <span className="sr-only"> ({mail.name})</span>
        </Button>
        {access === "INVITED" ? (
          <Button size="sm" tone="quiet" onClick={() => setIsElsewhere(true)}>
            Send to another address<span className="sr-only"> ({mail.name})</span>
          </Button>
        ) : null}
      </div>
      {access === "INVITED" || currentEmail !== email ? null : (
        <p className="text-ink-soft text-sm">
          Another address? Change the email on their page first, then send again.
        </p>
      )}
      {isElsewhere ? (
        <ElsewhereDialog
          documentId={documentId}
          mail={{ ...mail, mailId }}
          onClose={() => setIsElsewhere(false)}
        />
      ) : null}
    </>
  );
}

function useUpdate(documentId: Id) {
  const cached = useCached();
  return async (delivery: Delivery) => {
    await cached.replace(getDelivery, { params: { id: documentId } }, delivery);
    void cached.refetch(listActivity);
  };
}

const ElsewhereForm = z.strictObject({ email: Email });

type ElsewhereDialogProps = { documentId: Id; mail: DeliveredMail & { mailId: Id }; onClose: () => void };

/** Invites someone by another email, in place of the one that was refused. */
function ElsewhereDialog({ documentId, mail: { mailId, name, email }, onClose }: ElsewhereDialogProps) {
  const update = useUpdate(documentId);
  const form = useSchemaForm({
    schema: ElsewhereForm,
    values: { email: "" },
    async save(entered) {
      await update(
        await call(mailElsewhere, { params: { id: documentId }, body: { mailId, email: entered.email } }),
      );
      showToast({ title: "Sent to another address", text: entered.email });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Another address for ${name}`}
      description={`Their invitation by ${email} is withdrawn. They're invited at the new address instead, and that email opens the document.`}
      action="Invite and send"
      failureTitle="The email wasn't sent"
      onClose={onClose}
    >
      <TextField label="Email" type="email" autoComplete="off" form={form} name="email" />
    </FormDialog>
  );
}
