import type { z } from "zod";
import type * as calls from "#contract/admin/organizations.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { countInvitation, invitePerson } from "../invitations/invite-person.ts";
import { insertOrganization } from "../organizations/add-organization.ts";
import { presentManaged } from "../organizations/queries.ts";
import { activateOrganization } from "../organizations/verify-organization.ts";

/** Adds an active organization and invites its first person: both, or neither. */
export async function addClient(
  deps: Deps,
  owner: Owner,
  { organizationName, contact: { userDetails, permissionType } }: z.output<typeof calls.addClient.body>,
): Promise<ManagedOrganization> {
  return change(
    deps,
    owner,
    async (opened) => {
      const organization = await insertOrganization(opened, deps, organizationName);
      await activateOrganization(opened, deps, owner, organization);
      const right = { organizationId: organization.organizationId, permissionType };
      await invitePerson(opened, deps, { ...userDetails, right, invitedBy: owner });
      return presentManaged(opened.tx, organization.organizationId);
    },
    { prepare: () => countInvitation(deps, userDetails.email) },
  );
}
