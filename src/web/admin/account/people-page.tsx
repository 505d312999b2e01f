import { useMemo, useState } from "react";
import { getProfile } from "#contract/account.ts";
import { changeAdminRole, listAdmins, listCompanyInvitations } from "#contract/admin/people.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { AdminProfile } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs, usePerson } from "#web/lib/use-person.ts";
import { ALL_PEOPLE_PATH } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { ChangeRoleDialog } from "./change-role-dialog.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { PendingInvitations } from "./pending-invitations.tsx";
import { peopleColumns } from "./people-columns.tsx";

/** /admin/people: the company's own people and their roles. */
export function PeoplePage() {
  const { profile } = usePerson();
  const { data, error, mutate } = useCall(listAdmins, {});
  const cached = useCached();
  const [chosen, setChosen] = useState<{ admin: AdminProfile; action: "change" | "remove" } | null>(null);
  const [isInviting, setIsInviting] = useState(false);
  const mayChange = useMayActAs("owner");
  const ownId = profile?.userProfileId;
  const columns = useMemo(() => {
    const choose = (action: "change" | "remove") => (admin: AdminProfile) => setChosen({ admin, action });
    const actions = mayChange ? { onChange: choose("change"), onRemove: choose("remove") } : null;
    return peopleColumns(ownId, actions);
  }, [ownId, mayChange]);

  async function change(id: Id, adminRole: AdminRole) {
    await call(changeAdminRole, { params: { id }, body: { adminRole } });
    const put = (now: AdminProfile[] | undefined) =>
      now?.map((one) => (one.userProfileId === id ? { ...one, adminRole } : one));
    await cached.replace(listAdmins, {}, put);
    // This page depends on the person's own role.
    if (id === ownId) await cached.refetch(getProfile);
  }

  async function remove(id: Id) {
    await call(changeAdminRole, { params: { id }, body: { adminRole: null } });
    await cached.replace(listAdmins, {}, (now) => now?.filter((one) => one.userProfileId !== id));
    void cached.refetch(listCompanyInvitations);
    if (id === ownId) await cached.refetch(getProfile);
  }

  return (
    <Screen
      title="People"
      intro={`Who works in this portal for ${BRAND.companyName}, and what they may do here.`}
      actions={
        <>
          <ButtonLink to={ALL_PEOPLE_PATH}>All people</ButtonLink>
          {mayChange ? (
            <Button tone="primary" onClick={() => setIsInviting(true)}>
              Invite
            </Button>
          ) : null}
        </>
      }
    >
      {fetchFailure({ data, error, mutate }, `We could not load the people of ${BRAND.companyName}.`) ?? (
        <DataTable
          label="People"
          data={data}
          columns={columns}
          getRowId={(row) => row.userProfileId}
          enablePagination
          usualOrder="By last name"
        />
      )}
      <PendingInvitations mayChange={mayChange} />
      {isInviting ? <InviteDialog onClose={() => setIsInviting(false)} /> : null}
      {chosen?.action === "change" ? (
        <ChangeRoleDialog
          admin={chosen.admin}
          isOwn={chosen.admin.userProfileId === ownId}
          onClose={() => setChosen(null)}
          onChange={(role) => change(chosen.admin.userProfileId, role)}
        />
      ) : null}
      {chosen?.action === "remove" ? (
        <RemoveDialog
          admin={chosen.admin}
          isOwn={chosen.admin.userProfileId === ownId}
          onClose={() => setChosen(null)}
          onRemove={() => remove(chosen.admin.userProfileId)}
        />
      ) : null}
    </Screen>
  );
}

type RemoveDialogProps = {
  admin: AdminProfile;
  isOwn: boolean;
  onClose: () => void;
  /** Throws if the person was not removed: the dialog stays open and shows why. */
  onRemove: () => Promise<void>;
};

/** Confirms the removal of a colleague's role. */
function RemoveDialog({ admin, isOwn, onClose, onRemove }: RemoveDialogProps) {
  const name = displayName(admin);

  async function remove() {
    await onRemove();
    showToast({ title: "Removed", text: `${name} no longer works here.` });
    onClose();
  }

  return (
    <ConfirmDialog
      title={isOwn ? "Remove yourself?" : `Remove ${name}?`}
      description={
        isOwn
          ? "You are signed out at once, and only another owner can invite you again."
          : "They are signed out everywhere at once, and invitations that they sent stop working. What they did stays on record."
      }
      action="Remove"
      tone="danger"
      onSubmit={remove}
      onClose={onClose}
    />
  );
}
