import { grantRequest, refuseRequest } from "#contract/admin/permissions.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { ManagedRequest, PeopleOfOrganization } from "#domain/permissions/managed-people.ts";
import { call } from "#web/lib/call.ts";
import { ChoiceCards } from "#web/ui/choice-cards.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { useRecordForm } from "#web/ui/record-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

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
  { value: "refuse", label: "Refuse", meaning: "The requester is notified" },
] as const;
type Typed = { answer: (typeof ANSWERS)[number]["value"]; reason: string };

/** Grants a request, with the requested right or the other one, or refuses it. */
export function AnswerRequestDialog({ request, onClose, onAnswered }: AnswerRequestDialogProps) {
  const { userDetails, organizationName, isGranted } = request;
  const name = displayName(userDetails);
  const params = { id: request.organizationPermissionRequestId };
  const values: Typed = { answer: isGranted ? "refuse" : request.permissionType, reason: "" };
  const form = useRecordForm({
    values,
    async save({ answer, reason }) {
      onAnswered(
        answer === "refuse"
          ? await call(refuseRequest, { params, body: { reason } })
          : await call(grantRequest, { params, body: { permissionType: answer } }),
      );
      showToast(
        answer === "refuse"
          ? { title: "Request refused", text: name }
          : { title: "Request granted", text: `${userDetails.email} gets an invitation.` },
      );
      onClose();
    },
  });
  const isRefusal = form.watch("answer") === "refuse";

  return (
    <FormDialog
      form={form}
      title={isGranted ? `Withdraw the invitation of ${name}?` : `Access for ${name}?`}
      description={
        isGranted
          ? `Their link to ${organizationName} stops working at once.`
          : `${userDetails.email} is invited to ${organizationName} by email, and belongs to it once they join.`
      }
      action={isGranted ? "Withdraw" : isRefusal ? "Refuse" : "Grant and invite"}
      tone={isRefusal ? "danger" : "primary"}
      onClose={onClose}
    >
      {isGranted ? null : (
        <ChoiceCards legend="Answer" choices={ANSWERS} inputProps={() => form.register("answer")} />
      )}
      {isRefusal ? (
        <TextField
          isLong
          label="Reason (optional)"
          hint="The requester sees this."
          maxLength={300}
          form={form}
          name="reason"
        />
      ) : null}
    </FormDialog>
  );
}
