import { z } from "zod";
import { refuseSide } from "../access/two-sides.ts";
import type { AdminRole } from "../account/admin-role.ts";
import { canonicalEmail } from "../account/email-address.ts";
import { Email, lastName, personName } from "../account/user-profile.ts";
import {
  namedOnce,
  type PlannedRow,
  soundRow,
  type Wrong,
  wrongCells,
  wrongRow,
} from "../csv/planned-row.ts";
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
export type PlannedPerson = {
  userProfileId: Id | null;
  permission: Permission | null;
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

/** A row adds a person, lets a known one into an organization or changes their right. Names are theirs to change. */
export function planPeopleImport(known: KnownPeople): (row: PersonRow) => PlannedRow<PlannedPerson> {
  const findOrganization = organizationIndex(known.organizations);
  const personOf = new Map(known.people.map((one) => [one.email, one]));
  const permissionOf = new Map(known.permissions.map((one) => [`${one.userId} ${one.organizationId}`, one]));
  const firstLineOf = namedOnce();
  const newNames = new Map<string, { line: number; name: string }>();
  return (row) => {
    const { cells, line } = row;
    // In punycode a domain does not look like another one.
    const address = canonicalEmail(cells.Email);
    const base = { line, name: address };
    if (row.problem !== null) return wrongRow(base, { note: row.problem });
    const email = address.toLowerCase();
    const person = personOf.get(email) ?? null;
    const read = readCells(cells, address, person !== null);
    if ("note" in read) return wrongRow(base, read);
    const { names, organization, permissionType } = read;
    const { organizationId, organizationName } = organization;
    const first = firstLineOf(JSON.stringify([email, organizationId]), line);
    if (first !== null)
      return wrongRow(base, { note: `Line ${first} has this person in this organization already` });
    const name = JSON.stringify([names.firstName, names.lastName]);
    const before = firstName(email, { line, name });
    if (person === null && before !== undefined && before.name !== name)
      return wrongRow(base, {
        note: `Line ${before.line} has another name for this email`,
        column: "First name",
      });
    const userProfileId = person?.userProfileId ?? null;
    const permission = permissionOf.get(`${userProfileId} ${organizationId}`) ?? null;
    const refusal = refuseGain(person, permission, permissionType);
    if (refusal) return wrongRow(base, refusal);
    const planned = { ...names, userProfileId, permission, organizationId, permissionType };
    if (permission !== null)
      return soundRow(base, planned, false, changesOf(permission, planned, organizationName));
    const isNew = person === null && before === undefined && isFoundAsWritten(cells, organization);
    return { ...soundRow(base, planned, true, []), note: isNew ? null : `joins ${organizationName}` };
  };

  function firstName(email: string, named: { line: number; name: string }) {
    const first = newNames.get(email);
    if (first === undefined) newNames.set(email, named);
    return first;
  }

  function readCells(cells: PersonRow["cells"], email: string, isKnown: boolean) {
    const names = readNames(cells, email, isKnown);
    if ("note" in names) return names;
    const organization = findOrganization(cells.Organization);
    if ("note" in organization) return organization;
    const permissionType = readRight(cells.Right);
    if (permissionType === null) return { note: RIGHT_MESSAGE, column: "Right" };
    return { names, organization, permissionType };
  }
}

type Names = z.infer<typeof PersonCells>;
type Permission = KnownPeople["permissions"][number];

function readNames(cells: PersonRow["cells"], email: string, isKnown: boolean): Names | Wrong {
  const written = { email, firstName: cells["First name"], lastName: cells["Last name"] };
  // Imports of the past may have left a person without a name.
  if (isKnown) return written;
  const read = PersonCells.safeParse(written);
  return read.success ? read.data : wrongCells(read.error, COLUMN_OF);
}

function refuseGain(
  person: KnownPeople["people"][number] | null,
  permission: Permission | null,
  permissionType: PermissionType,
): Wrong | null {
  const gains = permission === null || (permission.permissionType === "read" && permissionType === "write");
  return gains && person && refuseSide("client", { ...person, isMember: false })
    ? { note: WORKS_FOR_COMPANY, column: "Email" }
    : null;
}

function changesOf(
  permission: Permission,
  { permissionType }: PlannedPerson,
  organizationName: string,
): string[] {
  if (permission.permissionType === permissionType) return [];
  return [`in ${organizationName}: ${PERMISSION_LABELS[permissionType].toLowerCase()}`];
}

/** Whether a reader of the file recognizes the organization by the cell. */
function isFoundAsWritten(
  { Organization: cell }: PersonRow["cells"],
  { organizationId, organizationName }: KnownPeople["organizations"][number],
): boolean {
  return cell === organizationId || !isSpelledOtherwise(cell, organizationName);
}

const WORKS_FOR_COMPANY =
  "This person works for the company, and one person can't act for both sides: remove their role first";

const RIGHT_MESSAGE = `A right is “${PERMISSION_LABELS.read}” or “${PERMISSION_LABELS.write}”`;

function readRight(cell: string): PermissionType | null {
  const word = cell.toLowerCase();
  for (const type of ["read", "write"] as const)
    if (word === type || word === PERMISSION_LABELS[type].toLowerCase()) return type;
  return null;
}
