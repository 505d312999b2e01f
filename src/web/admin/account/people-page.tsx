import { type ReactNode, useMemo, useState } from "react";
import { getProfile } from "#contract/account.ts";
import {
  changeAdminRole,
  endInvitation,
  listAdmins,
  listCompanyInvitations,
  resendInvitation,
} from "#contract/admin/people.ts";
import { type AdminRole, adminRoleLabel } from "#domain/account/admin-role.ts";
import type { AdminProfile } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type { PendingInvitation } from "#domain/invitations/invitation.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs, usePerson } from "#web/lib/use-person.ts";
import { ALL_PEOPLE_PATH } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { actionsColumn, emailColumn } from "#web/ui/data-table/usual-columns.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import type { BulkAction } from "../ui/bulk-run.ts";
import { BulkSelection } from "../ui/bulk-selection.tsx";
import { ChangeRoleDialog, InviteDialog } from "./role-dialogs.tsx";

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
      {fetchFailure({ data, error, mutate }, `We couldn't load the people of ${BRAND.companyName}.`) ?? (
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
          ? "You'll be signed out immediately, and only another owner can invite you again."
          : "They'll be signed out everywhere immediately, and invitations they sent will stop working. What they did stays on record."
      }
      action="Remove"
      tone="danger"
      onSubmit={remove}
      onClose={onClose}
    />
  );
}

type RowActions = { onChange: (admin: AdminProfile) => void; onRemove: (admin: AdminProfile) => void };

/** With actions the table has an owner's column of buttons. */
function peopleColumns(ownId: Id | undefined, actions: RowActions | null): DataTableColumn<AdminProfile>[] {
  const columns: DataTableColumn<AdminProfile>[] = [
    {
      id: "name",
      header: "Name",
      text: displayName,
      cell: (row) => (
        <>
          {displayName(row)}
          {row.userProfileId === ownId ? <span className="font-normal text-ink-faint"> (you)</span> : null}
        </>
      ),
      isWide: true,
      cardSlot: "title",
    },
    emailColumn((row) => row.email),
    { id: "adminRole", header: "Role", text: (row) => adminRoleLabel(row.adminRole), cardSlot: "corner" },
  ];
  if (actions === null) return columns;
  return [
    ...columns,
    actionsColumn((row) => (
      <span className="inline-flex gap-2">
        <Button size="sm" onClick={() => actions.onChange(row)}>
          Change role<span className="sr-only"> of {displayName(row)}</span>
        </Button>
        <Button size="sm" tone="quiet" onClick={() => actions.onRemove(row)}>
          Remove<span className="sr-only"> {displayName(row)}</span>
        </Button>
      </span>
    )),
  ];
}

/** The people who are invited and have not joined yet; nothing if there are none. */
function PendingInvitations({ mayChange }: { mayChange: boolean }) {
  const answer = useCall(listCompanyInvitations, {});
  const { data } = answer;
  const [failure, setFailure] = useState<string | null>(null);
  const unread = fetchFailure(answer, "We couldn't load the invitations.");
  if (unread) return <div className="mt-4">{unread}</div>;
  if (!data || (data.length === 0 && failure === null)) return null;
  return (
    <Card aria-labelledby="invited" className="mt-10">
      <CardHeading id="invited">Invited, not joined yet</CardHeading>
      {failure ? (
        <Notice tone="error" className="m-4">
          {failure}
        </Notice>
      ) : null}
      <BulkSelection
        label="invitations"
        idOf={invitationIdOf}
        nameOf={invitationNameOf}
        columns={NO_COLUMNS}
        actions={INVITATION_ACTIONS}
        stale={STALE}
      >
        {([checkbox]) => (
          <ul className="divide-y divide-line">
            {data.map((invitation) => (
              <Invited
                key={invitation.invitationId}
                checkbox={checkbox?.cell?.(invitation)}
                invitation={invitation}
                mayChange={mayChange}
                onFailure={setFailure}
              />
            ))}
          </ul>
        )}
      </BulkSelection>
    </Card>
  );
}

const NO_COLUMNS: readonly DataTableColumn<PendingInvitation>[] = [];
const STALE = [listCompanyInvitations];
const PRINTED = "Person with the printed link";
const invitationIdOf = (row: PendingInvitation) => row.invitationId;
const invitationNameOf = (row: PendingInvitation) => row.email ?? PRINTED;

const INVITATION_ACTIONS: readonly BulkAction<PendingInvitation>[] = [
  {
    label: "Send again",
    who: "owner",
    isFor: (row) => row.email !== null,
    run: ({ invitationId: id }) => call(resendInvitation, { params: { id } }),
    done: "is emailed again",
  },
  {
    label: "Withdraw",
    who: "owner",
    run: ({ invitationId: id }) => call(endInvitation, { params: { id } }),
    done: "is withdrawn",
  },
];

type InvitedProps = {
  checkbox: ReactNode;
  invitation: PendingInvitation;
  mayChange: boolean;
  onFailure: (failure: string | null) => void;
};

function Invited({ checkbox, invitation, mayChange, onFailure }: InvitedProps) {
  const cached = useCached();
  const [isBusy, setIsBusy] = useState(false);
  const { invitationId: id, email, adminRole } = invitation;
  const name = email ?? PRINTED;

  async function act(title: string, work: () => Promise<unknown>) {
    setIsBusy(true);
    onFailure(null);
    try {
      await work();
      showToast({ title, text: name });
    } catch (error) {
      onFailure(explainFailure(error));
    }
    await cached.refetch(listCompanyInvitations);
    setIsBusy(false);
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      {checkbox}
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="text-ink-soft text-sm">
          {adminRole ? adminRoleLabel(adminRole) : null}, invited by{" "}
          {invitation.invitedByName ?? "the portal's operator"}, <Until iso={invitation.expiresAt} />
        </p>
      </div>
      {mayChange ? (
        <div className="-ml-3 flex gap-1 sm:ml-0">
          {email === null ? null : (
            <Button
              size="sm"
              tone="quiet"
              disabled={isBusy}
              onClick={() =>
                void act("Invitation sent again", () => call(resendInvitation, { params: { id } }))
              }
            >
              Send again<span className="sr-only"> to {email}</span>
            </Button>
          )}
          <Button
            size="sm"
            tone="quiet"
            disabled={isBusy}
            onClick={() => void act("Invitation withdrawn", () => call(endInvitation, { params: { id } }))}
          >
            Withdraw<span className="sr-only"> from {name}</span>
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function Until({ iso }: { iso: string }) {
  if (new Date(iso) <= new Date()) return <span className="text-red-ink">expired</span>;
  return (
    <>
      until <DateTimeText iso={iso} />
    </>
  );
}
