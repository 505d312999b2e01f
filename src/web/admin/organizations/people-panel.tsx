import { useMemo, useState } from "react";
import { listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import {
  type ManagedMember,
  PERMISSION_LABELS,
  type PeopleOfOrganization,
} from "#domain/permissions/managed-people.ts";
import { BRAND } from "#web/lib/brand.ts";
import { useCall } from "#web/lib/use-call.ts";
import { personPath } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { actionsColumn, dateColumn, emailColumn } from "#web/ui/data-table/usual-columns.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { useMayInvite } from "../ui/use-may-invite.ts";
import { InviteMemberDialog, MemberDialog } from "./member-dialogs.tsx";
import { InvitationList, RequestList } from "./request-list.tsx";

type PeoplePanelProps = { organization: ManagedOrganization; mayChange: boolean };

/** The members of an organization, those who wait to be let in, and those who are invited. */
export function PeoplePanel({ organization, mayChange }: PeoplePanelProps) {
  const { organizationId } = organization;
  const { data, error, mutate } = useCall(listPeopleOfOrganization, { params: { id: organizationId } });
  const mayInvite = useMayInvite();
  const [isInviting, setIsInviting] = useState(false);
  const [chosen, setChosen] = useState<ManagedMember | null>(null);
  const columns = useMemo(() => memberColumns(mayChange ? setChosen : null), [mayChange]);
  const failure = fetchFailure({ data, error, mutate }, "We couldn't load the people of this organization.");
  if (failure) return failure;
  const updatePeople = (people: PeopleOfOrganization) => void mutate(people, { revalidate: false });
  return (
    <div className="space-y-8">
      {data && data.requests.length > 0 ? (
        <RequestList requests={data.requests} mayChange={mayChange} onAnswered={updatePeople} />
      ) : null}
      {data && data.invitations.length > 0 ? (
        <InvitationList
          organizationId={organizationId}
          invitations={data.invitations}
          mayChange={mayChange}
          onChanged={() => void mutate()}
        />
      ) : null}
      <section aria-labelledby="members">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="members" className="font-semibold text-lg">
            Members
          </h2>
          {mayInvite ? <Button onClick={() => setIsInviting(true)}>Invite a person</Button> : null}
        </div>
        <DataTable
          label="Members"
          data={data?.members}
          columns={columns}
          getRowId={(row) => row.organizationPermissionId}
          rowHref={(row) => personPath(row.userId)}
          enablePagination
          usualOrder="By name"
          emptyHint="Its people appear here once they have joined."
          emptyAction={
            mayInvite ? (
              <Button tone="primary" onClick={() => setIsInviting(true)}>
                Invite the first person
              </Button>
            ) : null
          }
        />
      </section>
      {isInviting ? (
        <InviteMemberDialog
          organization={organization}
          onClose={() => setIsInviting(false)}
          onInvited={updatePeople}
        />
      ) : null}
      {chosen && data ? (
        <MemberDialog
          organization={organization}
          member={chosen}
          isLastWriter={isLastWriter(data.members, chosen)}
          onClose={() => setChosen(null)}
          onChanged={updatePeople}
        />
      ) : null}
    </div>
  );
}

function isLastWriter(members: readonly ManagedMember[], { userId }: ManagedMember): boolean {
  const writers = members.filter(({ permissionType }) => permissionType === "write");
  return writers.length === 1 && writers[0]?.userId === userId;
}

function MemberName({ member }: { member: ManagedMember }) {
  const { decisionRefusal } = member;
  return (
    <span>
      {displayName(member)}
      {decisionRefusal ? (
        <span className="block font-normal text-ink-soft text-sm">
          {decisionRefusal.until ? (
            <>
              Can decide again from <DateTimeText iso={decisionRefusal.until} />, or once a colleague allows
              it
            </>
          ) : (
            `Works for ${BRAND.companyName} too, so they can't decide here`
          )}
        </span>
      ) : null}
    </span>
  );
}

/** With `onChange` the table has an owner's buttons. */
function memberColumns(onChange: ((member: ManagedMember) => void) | null): DataTableColumn<ManagedMember>[] {
  const columns: DataTableColumn<ManagedMember>[] = [
    {
      id: "name",
      header: "Name",
      text: displayName,
      cell: (row) => <MemberName member={row} />,
      isWide: true,
      cardSlot: "title",
    },
    emailColumn((row) => row.email),
    {
      id: "permissionType",
      header: "Access",
      text: (row) => PERMISSION_LABELS[row.permissionType],
      cardSlot: "corner",
    },
    {
      ...dateColumn({ id: "memberSince", header: "Member since" }, (row) => row.memberSince),
      isExtra: true,
    },
  ];
  if (onChange === null) return columns;
  return [
    ...columns,
    actionsColumn((row) => (
      <Button size="sm" onClick={() => onChange(row)}>
        Change<span className="sr-only"> {displayName(row)}</span>
      </Button>
    )),
  ];
}
