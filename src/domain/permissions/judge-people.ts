import { z } from "zod";
import { refuseSide } from "../access/two-sides.ts";
import type { AdminRole } from "../account/admin-role.ts";
import { canonicalEmail } from "../account/email-address.ts";
import { Email, lastName, personName } from "../account/user-profile.ts";
import { type Judged, namedOnce, soundRow, wrongCells, wrongRow } from "../csv/judged-row.ts";
import type { TableRow } from "../csv/read-table.ts";
import type { Id } from "../id.ts";
import { isSpelledOtherwise, organizationIndex } from "../organizations/organization-index.ts";
import { PERMISSION_LABELS } from "./managed-people.ts";
import type { PermissionType } from "./organization-permission.ts";

/** The columns of people and their rights as CSV: a row for each person and organization. */
export const PEOPLE_COLUMNS = {
  Email: { isNeeded: true },
  "First name": { isNeeded: true },
  "Last name": { isNeeded: true },
  Organization: { isNeeded: true },
  Right: { isNeeded: true },
} as const;

type PersonRow = TableRow<keyof typeof PEOPLE_COLUMNS>;

export type KnownPeople = {
  organizations: readonly { organizationId: Id; organizationName: string }[];
  /** Emails in lower case. */
  people: readonly { userProfileId: Id; email: string; adminRole: AdminRole | null }[];
  permissions: readonly {
    organizationPermissionId: Id;
    organizationId: Id;
    userId: Id;
    permissionType: PermissionType;
  }[];
};

/** `userProfileId` and `permission` are null if the import makes them. */
export type PersonWork = {
  userProfileId: Id | null;
  permission: KnownPeople["permissions"][number] | null;
  email: string;
  firstName: string;
  lastName: string;
  organizationId: Id;
  permissionType: PermissionType;
};

const PersonCells = z.strictObject({
  email: Email,
  firstName: personName("Please enter a first name"),
  lastName: lastName("Please enter a last name"),
});

const COLUMN_OF = { email: "Email", firstName: "First name", lastName: "Last name" };

/**
 * What each row of a file does: it adds a person, lets a known one into an organization, or changes their right there.
 * A known person keeps their name, which is theirs to change.
 */
export function judgePeople(known: KnownPeople): (row: PersonRow) => Judged<PersonWork> {
  const findOrganization = organizationIndex(known.organizations);
  const personOf = new Map(known.people.map((one) => [one.email, one]));
  const permissionOf = new Map(known.permissions.map((one) => [`${one.userId} ${one.organizationId}`, one]));
  const firstLineOf = namedOnce();
  const newNames = new Map<string, { line: number; name: string }>();
  return (row) => {
    const { cells, line } = row;
    // In punycode a domain does not look like another one.
    const address = canonicalEmail(cells.Email);
    const told = { line, name: address };
    if (row.problem !== null) return wrongRow(told, { note: row.problem });
    const email = address.toLowerCase();
    const person = personOf.get(email);
    const userProfileId = person?.userProfileId ?? null;
    const written = { email: address, firstName: cells["First name"], lastName: cells["Last name"] };
    // Imports of the past may have left a person without a name.
    const read =
      userProfileId === null ? PersonCells.safeParse(written) : { success: true as const, data: written };
    if (!read.success) return wrongRow(told, wrongCells(read.error, COLUMN_OF));
    const organization = findOrganization(cells.Organization);
    if ("note" in organization) return wrongRow(told, organization);
    const permissionType = readRight(cells.Right);
    if (permissionType === null) return wrongRow(told, { note: RIGHT_MESSAGE, column: "Right" });
    const { organizationId, organizationName } = organization;
    const first = firstLineOf(JSON.stringify([email, organizationId]), line);
    if (first !== null)
      return wrongRow(told, { note: `Line ${first} has this person in this organization already` });
    const name = JSON.stringify([read.data.firstName, read.data.lastName]);
    const before = newNames.get(email);
    if (userProfileId === null && before !== undefined && before.name !== name)
      return wrongRow(told, {
        note: `Line ${before.line} has another name for this email`,
        column: "First name",
      });
    if (before === undefined) newNames.set(email, { line, name });
    const permission = (userProfileId && permissionOf.get(`${userProfileId} ${organizationId}`)) || null;
    const gains = permission === null || (permission.permissionType === "read" && permissionType === "write");
    if (gains && person && refuseSide("client", { ...person, isMember: false }))
      return wrongRow(told, { note: WORKS_FOR_COMPANY, column: "Email" });
    const work = { ...read.data, userProfileId, permission, organizationId, permissionType };
    if (permission === null) {
      const isTold =
        cells.Organization !== organizationId && isSpelledOtherwise(cells.Organization, organizationName);
      const isKnown = userProfileId !== null || before !== undefined || isTold;
      return { ...soundRow(told, work, true, []), note: isKnown ? `joins ${organizationName}` : null };
    }
    const isSame = permission.permissionType === permissionType;
    return soundRow(
      told,
      work,
      false,
      isSame ? [] : [`in ${organizationName}: ${PERMISSION_LABELS[permissionType].toLowerCase()}`],
    );
  };
}

const WORKS_FOR_COMPANY =
  "This person works for the company, and one person cannot act for both sides: take their role away first";

const RIGHT_MESSAGE = `A right is “${PERMISSION_LABELS.read}” or “${PERMISSION_LABELS.write}”`;

function readRight(cell: string): PermissionType | null {
  const word = cell.toLowerCase();
  for (const type of ["read", "write"] as const)
    if (word === type || word === PERMISSION_LABELS[type].toLowerCase()) return type;
  return null;
}
