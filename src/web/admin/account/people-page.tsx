import { useMemo, useState } from "react";
import { getProfile } from "#contract/account.ts";
import { changeAdminRole, listAdmins } from "#contract/admin/account.ts";
import type { AdminProfile } from "#domain/account/admin-profile.ts";
import { type AdminRole, mayActAs } from "#domain/account/admin-role.ts";
import type { Id } from "#domain/id.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import { FailedRead } from "#web/ui/failed-read.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { ChangeRoleDialog } from "./change-role-dialog.tsx";
import { peopleColumns } from "./people-columns.tsx";

/** /admin/people: the company's own people and their roles. */
export function PeoplePage() {
  usePageTitle("People");
  const { profile } = usePerson();
  const { data, error, mutate } = useCall(listAdmins, {});
  const cached = useCached();
  const [chosen, setChosen] = useState<AdminProfile | null>(null);
  const mayChange = mayActAs(profile?.adminRole ?? null, "owner");
  const ownId = profile?.userProfileId;
  const columns = useMemo(() => peopleColumns(ownId, mayChange ? setChosen : null), [ownId, mayChange]);

  async function change(id: Id, adminRole: AdminRole) {
    await call(changeAdminRole, { params: { id }, body: { adminRole } });
    const put = (now: AdminProfile[] | undefined) =>
      now?.map((one) => (one.userProfileId === id ? { ...one, adminRole } : one));
    await cached.replace(listAdmins, {}, put);
    // This page depends on the person's own role.
    if (id === ownId) await cached.refetch(getProfile);
  }

  return (
    <PageBody>
      <PageHeading intro={`Who works in this portal for ${BRAND.companyName}, and what they may do here.`}>
        People
      </PageHeading>
      {error && !data ? (
        <FailedRead error={error} onRetry={() => void mutate()}>
          We could not load the people of {BRAND.companyName}.
        </FailedRead>
      ) : (
        <DataTable
          label="People"
          data={data}
          columns={columns}
          getRowId={(row) => row.userProfileId}
          enablePagination
        />
      )}
      {chosen ? (
        <ChangeRoleDialog
          admin={chosen}
          isOwn={chosen.userProfileId === ownId}
          onClose={() => setChosen(null)}
          onChange={(role) => change(chosen.userProfileId, role)}
        />
      ) : null}
    </PageBody>
  );
}
