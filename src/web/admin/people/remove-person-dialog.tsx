import { useState } from "react";
import { listPeople, removePerson } from "#contract/admin/people.ts";
import type { ManagedPerson } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";

type RemovePersonDialogProps = { person: ManagedPerson; onClose: () => void; onRemoved: () => void };

/** Removes a person for good, after a tick that nobody sets by accident. */
export function RemovePersonDialog({ person, onClose, onRemoved }: RemovePersonDialogProps) {
  const cached = useCached();
  const [isSure, setIsSure] = useState(false);
  const name = displayName(person);

  async function remove() {
    await call(removePerson, { params: { id: person.userProfileId } });
    showToast({ title: "Person removed", text: `${name} can no longer sign in.` });
    void cached.refetch(listPeople);
    onRemoved();
  }

  return (
    <FormDialog
      title={`Remove ${name} for good?`}
      description="They cannot sign in any more, and their name and email are erased. What they accepted and signed keeps its own copy, as evidence."
      action="Remove for good"
      tone="danger"
      isDisabled={!isSure}
      onSubmit={remove}
      onClose={onClose}
    >
      <Checkbox
        checked={isSure}
        onChange={(event) => setIsSure(event.currentTarget.checked)}
        label="I know that this cannot be undone."
      />
    </FormDialog>
  );
}
