import { useState } from "react";
import { grantRequest, refuseRequest } from "#contract/admin/permissions.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { ManagedRequest, PeopleOfOrganization } from "#domain/permissions/managed-people.ts";
import { call } from "#web/lib/call.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { TextArea } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";

type AnswerRequestDialogProps = {
  request: ManagedRequest;
  onClose: () => void;
  onAnswered: (people: PeopleOfOrganization) => void;
};

const ANSWERS = [
  { value: "read", label: "Grant: can read", meaning: "Sees documents, work orders and invoices" },
  {
    value: "write",
    label: "Grant: can read and accept",
    meaning: "Also accepts and declines for the organization",
  },
  { value: "refuse", label: "Refuse", meaning: "The person who asked is told" },
] as const;
type Answer = (typeof ANSWERS)[number]["value"];

/** Grants a request, with the right that was asked for or the other one, or refuses it. */
export function AnswerRequestDialog({ request, onClose, onAnswered }: AnswerRequestDialogProps) {
  const { userDetails, organizationName, isGranted } = request;
  const [answer, setAnswer] = useState<Answer>(isGranted ? "refuse" : request.permissionType);
  const [reason, setReason] = useState("");
  const name = displayName(userDetails);
  const params = { id: request.organizationPermissionRequestId };
  const isRefusal = answer === "refuse";

  async function save() {
    onAnswered(
      isRefusal
        ? await call(refuseRequest, { params, body: { reason } })
        : await call(grantRequest, { params, body: { permissionType: answer } }),
    );
    const invited = `${userDetails.email} gets an invitation.`;
    showToast({ title: isRefusal ? "Request refused" : "Request granted", text: isRefusal ? name : invited });
    onClose();
  }

  return (
    <FormDialog
      title={isGranted ? `Take the invitation of ${name} back?` : `Access for ${name}?`}
      description={
        isGranted
          ? `Their link to ${organizationName} stops working at once.`
          : `${userDetails.email} is invited to ${organizationName} by email, and belongs to it once they join.`
      }
      action={isGranted ? "Take back" : isRefusal ? "Refuse" : "Grant and invite"}
      tone={isRefusal ? "danger" : "primary"}
      onSubmit={save}
      onClose={onClose}
    >
      {isGranted ? null : (
        <ChoiceCards
          legend="Answer"
          choices={ANSWERS}
          inputProps={(value) => ({
            name: "answer",
            checked: value === answer,
            onChange: () => setAnswer(value),
          })}
        />
      )}
      {isRefusal ? (
        <TextArea
          label="Reason (optional)"
          hint="The person who asked reads it."
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
    </FormDialog>
  );
}
