import { exportOrganizations } from "#contract/admin/imports.ts";
import * as adminCalls from "#contract/admin/organizations.ts";
import { listOrganizations } from "#contract/permissions.ts";
import * as securityCalls from "#contract/security.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { HitLoader } from "../deps.ts";
import { listRoute, type Route, route } from "../http/route.ts";
import { MEMBERS, ORGANIZATION } from "../mail/sample-values.ts";
import type { Noun } from "../noun.ts";
import {
  COMPANY,
  lock,
  MEMBER_ROLES,
  OF_ORGANIZATION,
  OF_THEIR_ORGANIZATIONS,
  see,
} from "../rls/row-rules.ts";
import { organizations } from "../schema/organizations.ts";
import { addOrganization } from "./add-organization.ts";
import { changeDetails } from "./change-details.ts";
import { changeQuickLinks, renameOrganization } from "./change-organization.ts";
import { changeSignInRules, findSignInRules } from "./change-sign-in-rules.ts";
import { writeOrganizations } from "./export-organizations.ts";
import { openClientView } from "./open-client-view.ts";
import { findOrganizations, findOrganizationsOf, listAllOrganizations, presentManaged } from "./queries.ts";
import { readTotalsOf } from "./read-totals.ts";
import {
  composeVerified,
  deactivateOrganization,
  verifyOrganization,
  verifyOrganizations,
} from "./verify-organization.ts";
import { addNote, changeNote, findNotes, removeNote } from "./write-note.ts";

const nameOrganizations: HitLoader = async (reader, ids) => {
  const { organizationId, organizationName, status } = organizations;
  const rows = await reader
    .select({ id: organizationId, name: organizationName, status })
    .from(organizations)
    .where(isAnyOf(organizationId, ids));
  return rows.map((row) => ({ ...NAME_ALONE, ...row }));
};

export const noun: Noun = {
  actions: {
    organizations: {
      "note.add": "added a note",
      "note.change": "changed a note",
      "note.remove": "deleted a note",
      "organization.add": "added an organization",
      "organization.change-details": "changed an organization's details",
      "organization.change-recipients": "chose who is mailed documents of an organization",
      "organization.change-links": "changed an organization's links",
      "organization.deactivate": "deactivated an organization",
      "organization.change-sign-in-rules": "changed how an organization's people sign in",
      "organization.rename": "renamed an organization",
      "organization.view-as-client": "looked at the portal as this client sees it",
      "organization.verify": "made an organization active",
    },
  },
  mails: [
    {
      order: 120,
      mailKind: "organization-active",
      name: "An organization is active",
      when: "An owner verifies an organization",
      to: MEMBERS,
      again: "Each time it is verified, also after it was deactivated",
      compose: (brand, publicUrl) => composeVerified(brand, publicUrl, ORGANIZATION),
    },
  ],
  rows: {
    organizations: [
      see(MEMBER_ROLES, OF_ORGANIZATION),
      lock(MEMBER_ROLES, OF_ORGANIZATION, "organization_id"),
      see(["person"], OF_THEIR_ORGANIZATIONS),
      lock(["person"], OF_THEIR_ORGANIZATIONS, "organization_id"),
      ...COMPANY,
    ],
    organization_details: [...COMPANY],
    organization_status_changes: [...COMPANY],
    notes: [...COMPANY],
  },
  search: {
    kind: "organization",
    ofCompany: {
      source: {
        table: "organizations",
        id: "organization_id",
        text: "organization_name",
        words: "words",
        touchedAt: "created_at",
        isOrdered: true,
        where: "true",
        isOfOrganization: false,
      },
      name: nameOrganizations,
    },
  },
};

export const routes: Route[] = [
  route(exportOrganizations, async ({ deps }) => ({ csv: await writeOrganizations(deps.db) })),
  route(
    listOrganizations,
    ({ deps, caller }) => findOrganizationsOf(deps.db, caller.userProfileId),
    ({ deps, caller }) => findOrganizations(deps.db, [caller.organizationId]),
  ),
  route(adminCalls.openClientView, ({ deps, caller, params }) => openClientView(deps, caller, params.id)),
  listRoute(adminCalls.listAllOrganizations, ({ deps, query }) => listAllOrganizations(deps, query)),
  route(adminCalls.getOrganization, ({ deps, params }) => presentManaged(deps.db, params.id)),
  route(adminCalls.getOrganizationTotals, ({ deps, params }) => readTotalsOf(deps.db, params.id)),
  route(adminCalls.addOrganization, ({ deps, caller, body }) => addOrganization(deps, caller, body)),
  route(adminCalls.changeOrganizationDetails, ({ deps, caller, params, body }) =>
    changeDetails(deps, caller, params.id, body),
  ),
  route(adminCalls.renameOrganization, ({ deps, caller, params, body }) =>
    renameOrganization(deps, caller, params.id, body),
  ),
  route(adminCalls.changeQuickLinks, ({ deps, caller, params, body }) =>
    changeQuickLinks(deps, caller, params.id, body),
  ),
  route(adminCalls.verifyOrganization, ({ deps, caller, params }) =>
    verifyOrganization(deps, caller, params.id),
  ),
  route(adminCalls.verifyOrganizations, ({ deps, caller, body }) =>
    verifyOrganizations(deps, caller, body.organizationIds),
  ),
  route(adminCalls.deactivateOrganization, ({ deps, caller, params, body }) =>
    deactivateOrganization(deps, caller, params.id, body),
  ),
  route(adminCalls.listNotes, ({ deps, params }) => findNotes(deps.db, params.id)),
  route(adminCalls.addNote, ({ deps, caller, params, body }) => addNote(deps, caller, params.id, body)),
  route(adminCalls.changeNote, ({ deps, caller, params, body }) => changeNote(deps, caller, params.id, body)),
  route(adminCalls.removeNote, ({ deps, caller, params }) => removeNote(deps, caller, params.id)),
  route(securityCalls.getSignInRules, ({ deps, caller }) => findSignInRules(deps.db, caller.organizationId)),
  route(securityCalls.changeSignInRules, ({ deps, caller, body, proof }) =>
    changeSignInRules(deps, caller, { ...body, proof }),
  ),
];
