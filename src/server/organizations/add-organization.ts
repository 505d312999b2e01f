import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import { beginCreation, type Created, createRecords } from "../creation/creation.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { organizations } from "../schema/organizations.ts";
import { findNamesake, presentManaged } from "./queries.ts";

/** Adds an organization. It is not active before an owner has verified it. */
export async function addOrganization(
  deps: Deps,
  editor: Editor,
  { organizationName }: { organizationName: string },
): Promise<ManagedOrganization> {
  return change(deps, editor, async (opened) => {
    const { organizationId } = await insertOrganization(opened, deps, organizationName);
    return presentManaged(opened.tx, organizationId);
  });
}

/** Adds an inactive organization within a change. Throws AppError "conflict" for a name that another one has. */
export async function insertOrganization(
  { tx, at, record }: Change,
  deps: Pick<Deps, "live">,
  organizationName: string,
): Promise<Organization> {
  await refuseNamesake(tx, organizationName, null);
  const organizationId = v7();
  const added = { organizationId, organizationName, status: "INACTIVE" as const, quickLinks: [] };
  await createOrganizations(tx, [{ ...added, createdAt: at }]);
  const details = { organizationName };
  await record({ action: "organization.add", subjectId: organizationId, organizationId, details });
  await deps.live.publish(tx, { company: true }, { kind: "organization", id: organizationId });
  return added;
}

/** Throws AppError "conflict" if another organization has this name: no one could distinguish them. */
export async function refuseNamesake(
  reader: DbOrTx,
  organizationName: string,
  exceptId: Id | null,
): Promise<void> {
  const namesake = await findNamesake(reader, organizationName, exceptId);
  if (namesake === null) return;
  throw new AppError(
    "conflict",
    `Another organization has this name already: “${namesake.organizationName}”. Open it if you mean it, or add a word ` +
      "that tells the two apart, such as the city.",
    { reason: "same-name", ...namesake },
  );
}

export type OrganizationDraft = Organization & { createdAt: Date };

/** Adds new organizations. */
export async function createOrganizations(
  tx: Tx,
  drafts: readonly OrganizationDraft[],
): Promise<Created<OrganizationDraft>> {
  const creation = await beginCreation(tx, "organizations", drafts);
  return createRecords(tx, creation, organizations, (draft) => draft);
}
