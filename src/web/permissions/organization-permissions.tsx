import { useEffect, useMemo, useRef, useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import type { Id } from "#domain/id.ts";
import { isVerified, type Organization } from "#domain/organizations/organization.ts";
import { BRAND } from "#web/lib/brand.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { emailColumn } from "#web/ui/data-table/usual-columns.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { ConfirmDialog, DeleteDialog } from "#web/ui/form-dialog.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { AddUserDialog } from "./add-user-dialog.tsx";
import { OwnIssuersCard } from "./own-issuers-card.tsx";
import type { PermissionRow } from "./permission-rows.ts";
import { SignInRulesCard } from "./sign-in-rules-card.tsx";
import { usePermissions } from "./use-permissions.ts";

type OrganizationPermissionsProps = {
  organization: Organization;
  /** The person who views the list. */
  userId: Id;
  mayChange: boolean | undefined;
  /** Whether they may decide for the organization, and so let a colleague decide whose sign-in was changed. */
  mayLift: boolean;
};

/** The permissions in an organization. A writer requests new people and removes permissions. */
export function OrganizationPermissions({
  organization,
  userId,
  mayChange,
  mayLift,
}: OrganizationPermissionsProps) {
  const { organizationId, organizationName } = organization;
  const { rows, error, retry, remove, lift, request } = usePermissions(organizationId);
  const [blocked, setBlocked] = useState<PermissionRow | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [removal, setRemoval] = useState<{ row: PermissionRow; isOpen: boolean } | null>(null);
  const focusNext = useRef<HTMLElement>(null);
  const columns = useMemo(
    () =>
      permissionColumns(
        userId,
        mayChange
          ? { onRemove: (row) => setRemoval({ row, isOpen: true }), onLift: mayLift ? setBlocked : null }
          : null,
      ),
    [userId, mayChange, mayLift],
  );

  const isConfirmingRemoval = removal?.isOpen ?? false;
  // The button that opened the dialog has gone with its row, so the focus moves to the next row's.
  useEffect(() => {
    if (isConfirmingRemoval) return;
    focusNext.current?.focus();
    focusNext.current = null;
  }, [isConfirmingRemoval]);

  async function confirmRemoval({ organizationPermissionId, userName }: PermissionRow) {
    if (organizationPermissionId === null) return;
    const next = neighbourOf(removeButtonId(organizationPermissionId));
    const outcome = await remove(organizationPermissionId);
    const title = outcome === "gone" ? "This permission was removed already" : "Permission removed";
    showToast({ title, text: `${userName} no longer has access.` });
    focusNext.current = next ?? document.getElementById("main");
  }

  if (mayChange === undefined && !error && !rows) return <PermissionsLoading />;
  return (
    <>
      <PageHeading
        actions={
          mayChange ? (
            <Button tone="primary" onClick={() => setIsAdding(true)}>
              Request New User
            </Button>
          ) : null
        }
      >
        Permissions for <Exact>{organizationName}</Exact>
      </PageHeading>
      {fetchFailure(
        { data: rows, error, mutate: retry },
        "We were unable to fetch the permissions of your organization.",
      ) ?? (
        <DataTable
          label="Permissions"
          data={rows}
          columns={columns}
          getRowId={(row) => row.rowId}
          enablePagination
          usualOrder="By name"
          emptyHint="The people of your organization and their access appear here."
        />
      )}
      {/* Below a list whose length is not known yet it would move. */}
      {isVerified(organization) && (rows || error) ? (
        <>
          <SignInRulesCard organizationId={organizationId} mayChange={mayChange} />
          <OwnIssuersCard mayAdd={mayLift} mayRemove={mayChange === true} />
        </>
      ) : null}
      {isAdding ? <AddUserDialog onClose={() => setIsAdding(false)} onAdd={request} /> : null}
      {blocked ? (
        <UnblockDialog
          row={blocked}
          organizationName={organizationName}
          onLift={lift}
          onClose={() => setBlocked(null)}
        />
      ) : null}
      {removal ? (
        <DeleteDialog
          isOpen={removal.isOpen}
          item={removal.row.userName}
          note={
            removal.row.userId === userId
              ? `This is your own permission: you will lose access to ${organizationName}.`
              : undefined
          }
          onDelete={() => confirmRemoval(removal.row)}
          onClose={() => setRemoval({ ...removal, isOpen: false })}
        />
      ) : null}
    </>
  );
}

type RowActions = {
  onRemove: (row: PermissionRow) => void;
  onLift: ((row: PermissionRow) => void) | null;
};

/** With actions the table has a column for them. */
function permissionColumns(ownUserId: Id, actions: RowActions | null): DataTableColumn<PermissionRow>[] {
  const columns: DataTableColumn<PermissionRow>[] = [
    {
      id: "userName",
      header: "User name",
      text: (row) => (row.isPending ? `${row.userName} PENDING` : row.userName),
      cell: (row) => <UserName row={row} isOwn={row.userId === ownUserId} />,
      isWide: true,
      cardSlot: "title",
    },
    emailColumn((row) => row.email),
    {
      id: "permissionType",
      header: "Type",
      text: (row) => row.permissionType.toUpperCase(),
      cardSlot: "corner",
    },
  ];
  if (actions === null) return columns;
  return [
    ...columns,
    {
      id: "actions",
      header: "Actions",
      text: () => null,
      cell: (row) => <Actions row={row} {...actions} />,
      isControls: true,
      cardSlot: "action",
    },
  ];
}

const removeButtonId = (permissionId: Id) => `remove-${permissionId}`;

/** The Remove button of the next row that has one, or of the last row before. */
function neighbourOf(buttonId: string): HTMLElement | null {
  const own = document.getElementById(buttonId);
  const buttons = [
    ...(own?.closest("tbody")?.querySelectorAll<HTMLElement>(`[id^="${removeButtonId("")}"]:enabled`) ?? []),
  ];
  const place = buttons.findIndex((one) => one === own);
  return buttons[place + 1] ?? buttons[place - 1] ?? null;
}

function UserName({ row, isOwn }: { row: PermissionRow; isOwn: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span>
        <Exact>{row.userName}</Exact>
        {isOwn ? <span className="font-normal text-ink-faint"> (you)</span> : null}
      </span>
      {row.isPending ? <Badge status="PENDING" /> : null}
      {row.decisionsHeldUntil ? (
        <span className="basis-full font-normal text-ink-soft text-sm">
          Can decide again from <DateTimeText iso={row.decisionsHeldUntil} />
        </span>
      ) : null}
    </span>
  );
}

function Actions({ row, onRemove, onLift }: RowActions & { row: PermissionRow }) {
  if (row.isPending) {
    return (
      <Button size="sm" disabled>
        Pending
      </Button>
    );
  }
  return (
    <span className="flex flex-wrap gap-2">
      {row.decisionsHeldUntil && onLift ? (
        <Button size="sm" onClick={() => onLift(row)}>
          Allow decisions now
          <span className="sr-only">
            : <Exact>{row.userName}</Exact>
          </span>
        </Button>
      ) : null}
      <Button
        {...(row.organizationPermissionId ? { id: removeButtonId(row.organizationPermissionId) } : {})}
        size="sm"
        onClick={() => onRemove(row)}
      >
        Remove
        <span className="sr-only">
          {" "}
          <Exact>{row.userName}</Exact>
        </span>
      </Button>
    </span>
  );
}

export function PermissionsLoading() {
  return (
    <Loading label="Loading permissions">
      <Skeleton className="mb-6 h-9 w-96 max-w-full" />
      <Skeleton className="h-72 w-full rounded-lg" />
    </Loading>
  );
}

type UnblockDialogProps = {
  row: PermissionRow;
  organizationName: string;
  onLift: (organizationPermissionId: Id, until: string) => Promise<void>;
  onClose: () => void;
};

/** Confirms that a colleague may decide again although the company has changed how they sign in. */
function UnblockDialog({ row, organizationName, onLift, onClose }: UnblockDialogProps) {
  const { userName, organizationPermissionId, decisionsHeldUntil } = row;
  return (
    <ConfirmDialog
      title={`Allow ${userName} to decide now?`}
      description={`${BRAND.companyName} has changed how ${userName} signs in. First ask ${userName} in person or by phone whether they requested this. They can then accept, decline and sign for ${organizationName} immediately. Your name is recorded in the evidence.`}
      action="Allow decisions now"
      failureTitle="Nothing was changed"
      onSubmit={async () => {
        if (organizationPermissionId === null || decisionsHeldUntil === null) return;
        await onLift(organizationPermissionId, decisionsHeldUntil);
        showToast({ title: `${userName} can decide now`, text: `For ${organizationName}.` });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
