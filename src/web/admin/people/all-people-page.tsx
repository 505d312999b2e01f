import { listPeople } from "#contract/admin/people.ts";
import { listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import type { ListedPerson } from "#domain/account/managed-person.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { personPath } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, emailColumn } from "#web/ui/data-table/usual-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { BulkSelection } from "../ui/bulk-selection.tsx";
import { useMayInvite } from "../ui/use-may-invite.ts";
import { INVITE_PEOPLE } from "./invite-people.tsx";

const EVERYBODY = {};
const NOTHING: [] = [];
const STALE = [listPeopleOfOrganization];
const idOf = (row: ListedPerson) => row.userProfileId;

const COLUMNS: readonly DataTableColumn<ListedPerson>[] = [
  { id: "name", header: "Name", text: displayName, cardSlot: "title" },
  emailColumn((row) => row.email),
  {
    id: "organizations",
    header: "Organizations",
    text: (row) => row.memberships.map(({ organizationName }) => organizationName).join(", "),
    isWide: true,
  },
  dateColumn({ id: "lastSignedInAt", header: "Last sign-in" }, (row) => row.lastSignedInAt),
];

/** /admin/people/all: the people of all organizations and of the company. */
export function AllPeoplePage() {
  const mayImport = useMayActAs("owner");
  const mayInvite = useMayInvite();
  return (
    <Screen
      title="All people"
      eyebrow={<TextLink to="/people">People</TextLink>}
      intro="Everyone who can sign in, in every organization."
      actions={mayImport ? <ButtonLink to="/people/import">Import</ButtonLink> : null}
    >
      <BulkSelection
        label="people"
        idOf={idOf}
        nameOf={displayName}
        columns={COLUMNS}
        actions={mayInvite ? INVITE_PEOPLE : NOTHING}
        stale={STALE}
      >
        {(columns) => (
          <ListTable
            what={listPeople}
            query={EVERYBODY}
            label="All people"
            columns={columns}
            getRowId={idOf}
            rowHref={(row) => personPath(row.userProfileId)}
            usualOrder="Newest first"
            emptyHint="The people of your clients appear here once they have joined."
            failureText="We were unable to fetch the people."
          />
        )}
      </BulkSelection>
    </Screen>
  );
}
