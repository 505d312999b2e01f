import { resetFactor } from "#contract/admin/people.ts";
import type { ManagedPerson } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { call } from "#web/lib/call.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";

/** Helps somebody who has lost their phone and their backup codes, or the device with their passkey. */
export function ResetFactorDialog({ person, onClose }: { person: ManagedPerson; onClose: () => void }) {
  const name = displayName(person);

  async function reset() {
    const { wasOn } = await call(resetFactor, { params: { id: person.userProfileId } });
    showToast(
      wasOn
        ? { title: "Second factor is off", text: `${name} signs in with the password alone.` }
        : { title: "Nothing was changed", text: `${name} has no second factor.` },
    );
    onClose();
  }

  return (
    <FormDialog
      title={`Reset the second factor of ${name}?`}
      description="Ask them first, in person or by phone: then their password alone signs them in, and their passkeys are removed. They are signed out everywhere, and we mail them and all owners. For a day after that, they cannot accept or sign for an organization unless a colleague there allows it."
      action="Reset second factor"
      tone="danger"
      onSubmit={reset}
      onClose={onClose}
    />
  );
}
