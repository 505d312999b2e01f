import type { z } from "zod";
import type * as calls from "#contract/admin/permissions.ts";
import type { Id } from "#domain/id.ts";
import type { PeopleOfOrganization } from "#domain/permissions/managed-people.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { invitePerson, spendInvitation } from "../invitations/invite-person.ts";
import { readPeopleOfOrganization } from "./managed-people.ts";

/** Invites a person to an organization without a request. */
export async function inviteMember(
  deps: Deps,
  owner: Owner,
  organizationId: Id,
  { userDetails, permissionType }: z.output<typeof calls.inviteMember.body>,
): Promise<PeopleOfOrganization> {
  return change(
    deps,
    owner,
    async (opened) => {
      const { tx, at } = opened;
      // Refuses an unknown organization before anybody is invited.
      await readPeopleOfOrganization(tx, organizationId, at);
      const right = { organizationId, permissionType };
      await invitePerson(opened, deps, { ...userDetails, right, invitedBy: owner });
      return readPeopleOfOrganization(tx, organizationId, at);
    },
    { prepare: () => spendInvitation(deps, userDetails.email) },
  );
}
