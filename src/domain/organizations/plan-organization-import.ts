import type { z } from "zod";
import { Email, fullName, lastName, personName } from "../account/user-profile.ts";
import { namedOnce, type PlannedRow, soundRow, type Wrong, wrongRow } from "../csv/planned-row.ts";
import type { TableRow } from "../csv/read-table.ts";
import type { Id } from "../id.ts";
import { trimEdges } from "../typed-text.ts";
import { OrganizationName } from "./managed-organization.ts";
import type { OrganizationColumn } from "./organization-columns.ts";
import { OrganizationDetails } from "./organization-details.ts";
import { isSpelledOtherwise, organizationKey } from "./organization-index.ts";

/** What a file may say of an organization beside its name. */
export type ImportedDetails = { [Field in keyof typeof COLUMN_OF]: string | null };

const COLUMN_OF = {
  legalName: "Legal name",
  abn: "ABN",
  billingAddress: "Address",
  phone: "Phone",
  billingContact: "Billing contact",
  billingEmail: "Billing email",
} as const;
type Field = keyof typeof COLUMN_OF;
const FIELDS = Object.keys(COLUMN_OF) as Field[];

type Known = { organizationId: Id; organizationName: string; details: ImportedDetails };

export type KnownClients = {
  organizations: readonly Known[];
  /** Members and invited people of organizations, and the company's own people. Emails in lower case. */
  people: readonly { email: string; organizationId: Id | null; is: "member" | "invited" | "company" }[];
};

export type ImportedContact = { email: string; firstName: string; lastName: string };

/** `was` is the organization of a row; null for a new one, whose rows share the `key`. */
export type PlannedOrganization = {
  key: string;
  was: { organizationId: Id; organizationName: string } | null;
  organizationName: string;
  isRenamed: boolean;
  /** The details that the row changes. */
  details: Partial<Record<Field, string>>;
  /** Whom the row can invite. */
  contact: ImportedContact | null;
  isInvited: boolean;
};

type Row = TableRow<OrganizationColumn>;
type Found = { was: Known | null; isRenamed: boolean; key: string };
/** What the rows of one organization have said so far. */
type Group = { line: number; details: ImportedDetails; given: Set<Field>; contacts: Map<string, number> };

const NOTHING: ImportedDetails = {
  legalName: null,
  abn: null,
  billingAddress: null,
  phone: null,
  billingContact: null,
  billingEmail: null,
};

/**
 * A row names its organization by the id, or else by the name, which no two have (organizationKey). Further rows of an
 * organization name its other people.
 */
export function planOrganizationImport(
  known: KnownClients,
  { invites = false } = {},
): (row: Row) => PlannedRow<PlannedOrganization> {
  const find = organizationFinder(known.organizations);
  const findInvitable = invitableFinder(known.people);
  const groups = new Map<string, Group>();
  return (row) => {
    const { cells, line } = row;
    const read = readRow(row);
    const base = { line, name: read.name };
    if ("note" in read) return wrongRow(base, read);
    const { contact } = read;
    const isOfPerson = fullName(contact) !== "" || contact.email !== "";
    const found = find(cells["Organization ID"], read.name, line, isOfPerson);
    if ("note" in found) return wrongRow(base, found);
    const group = groups.get(found.key) ?? startGroup(found, line);
    groups.set(found.key, group);
    const details = readDetails(cells, contact, group);
    if ("note" in details) return wrongRow(base, details);
    const invitable = findInvitable(contact, found, group, line);
    return plannedRow(base, { ...read, found, group, invitable, invites, details: details.changed });
  };
}

type ReadRow = { name: string; contact: ImportedContact; isNamedAfterPerson: boolean };

/** The organization's name and the person of a row. An organization without a name is its person. */
function readRow({ cells, problem }: Row): ReadRow | (Wrong & { name: string }) {
  const contact = readContact(cells);
  const person = "note" in contact ? "" : fullName(contact);
  const isNamedAfterPerson = cells.Name === "" && person !== "";
  const name = isNamedAfterPerson ? person : cells.Name;
  if (problem !== null) return { name, note: problem };
  const read = OrganizationName.safeParse(name);
  if (!read.success) return { name, note: read.error.issues[0]?.message ?? "", column: "Name" };
  return "note" in contact ? { name, ...contact } : { name: read.data, contact, isNamedAfterPerson };
}

/** Whom a row can invite, or why it invites no one. */
type Invitable = { contact: ImportedContact | null; remark: string | null };

function invitableFinder(people: KnownClients["people"]) {
  const standing = new Map(people.map((one) => [JSON.stringify([one.email, one.organizationId]), one.is]));
  const find = (email: string, organizationId: Id | null) =>
    standing.get(JSON.stringify([email, organizationId]));
  return (contact: ImportedContact, { was }: Found, group: Group, line: number): Invitable => {
    const email = contact.email.toLowerCase();
    if (email === "") return { contact: null, remark: null };
    const first = group.contacts.get(email);
    if (first !== undefined) return { contact: null, remark: `line ${first} has this person already` };
    group.contacts.set(email, line);
    const is = find(email, null) ?? (was && find(email, was.organizationId));
    return is ? { contact: null, remark: `${contact.email} ${STANDING[is]}` } : { contact, remark: null };
  };
}

const STANDING = {
  company: "works for the company",
  member: "is a member already",
  invited: "is invited already",
} as const;

type Planned = ReadRow & {
  found: Found;
  group: Group;
  invitable: Invitable;
  invites: boolean;
  details: PlannedOrganization["details"];
};

function plannedRow(base: { line: number; name: string }, planned: Planned): PlannedRow<PlannedOrganization> {
  const { found, group, invitable, invites, details } = planned;
  const { was, isRenamed, key } = found;
  const data: PlannedOrganization = {
    key,
    was: was && { organizationId: was.organizationId, organizationName: was.organizationName },
    organizationName: was && !isRenamed ? was.organizationName : planned.name,
    isRenamed,
    details,
    contact: invitable.contact,
    isInvited: invites && invitable.contact !== null,
  };
  const changes = [
    isRenamed && was ? `name from “${was.organizationName}”` : null,
    ...Object.keys(details).map((field) => COLUMN_OF[field as Field].toLowerCase()),
    data.isInvited ? `invites ${planned.contact.email}` : null,
  ].filter((change) => change !== null);
  const isFirst = group.line === base.line;
  const isNew = was === null && isFirst;
  const row = soundRow(base, data, isNew, changes);
  // All details of a new organization are new.
  const note = isNew && data.isInvited ? `invites ${planned.contact.email}` : isNew ? null : row.note;
  const remarks = isFirst ? remarksOfFirst(planned, changes.length > 0) : remarksOfNext(planned);
  return { ...row, note: [note, ...remarks].filter((remark) => remark !== null).join(", ") || null };
}

function remarksOfFirst({ found: { was }, ...planned }: Planned, isChanged: boolean): (string | null)[] {
  const isSpelled = was !== null && !isChanged && isSpelledOtherwise(planned.name, was.organizationName);
  return [
    planned.isNamedAfterPerson && was === null
      ? "no organization is named, so it is named after the person"
      : null,
    planned.invitable.remark,
    isSpelled ? `exists already as “${was.organizationName}”` : null,
  ];
}

/** Of a further row of an organization. */
function remarksOfNext({ group, invites, invitable: { contact, remark } }: Planned): (string | null)[] {
  const isLost = !invites && contact !== null;
  return [`one more person of line ${group.line}`, isLost ? "not saved without an invitation" : null, remark];
}

function startGroup({ was }: Found, line: number): Group {
  return { line, details: was?.details ?? NOTHING, given: new Set(), contacts: new Map() };
}

/** Finds the organization of a row. Rows without a person name each organization once. */
function organizationFinder(known: readonly Known[]) {
  const byId = new Map(known.map((one) => [one.organizationId, one]));
  const byName = Map.groupBy(known, (one) => organizationKey(one.organizationName));
  const firstLineOf = namedOnce();
  const firstLineOfName = namedOnce();
  return (id: string, name: string, line: number, isOfPerson: boolean): Wrong | Found => {
    const namesakes = byName.get(organizationKey(name)) ?? [];
    const was = id === "" ? onlyOf(namesakes) : (byId.get(id) ?? UNKNOWN_ID);
    if (was && "note" in was) return was;
    const isRenamed = id !== "" && was !== null && trimEdges(was.organizationName) !== name;
    const first = firstLine(was, isRenamed, name, line);
    if (first !== null && !isOfPerson) return { note: `Line ${first} has this organization already` };
    const isTaken = namesakes.some((one) => one.organizationId !== was?.organizationId);
    if (isTaken && isRenamed) return { note: "Another organization has this name already", column: "Name" };
    const key = was ? `id ${was.organizationId}` : `name ${organizationKey(name)}`;
    return { was, isRenamed: isRenamed && first === null, key };
  };

  /** Organizations that have one name already keep it. */
  function firstLine(was: Known | null, isRenamed: boolean, name: string, line: number): number | null {
    const first = was && firstLineOf(was.organizationId, line);
    if (first !== null || (was && !isRenamed)) return first;
    return firstLineOfName(organizationKey(name), line);
  }
}

const UNKNOWN_ID: Wrong = { note: "There is no organization with this ID", column: "Organization ID" };

function onlyOf(namesakes: readonly Known[]): Known | Wrong | null {
  if (namesakes.length > 1)
    return {
      note: `${namesakes.length} organizations have this name: give the Organization ID`,
      column: "Organization ID",
    };
  return namesakes[0] ?? null;
}

/** Google writes all emails and phones of a person into one cell. */
const MANY_IN_A_CELL = " ::: ";

function firstOf(cell: string): string {
  return trimEdges(cell.split(MANY_IN_A_CELL)[0] ?? "");
}

const NAMES = [
  ["First name", personName("Please enter a first name")],
  ["Last name", lastName("Please enter a last name")],
] as const;

function readContact(cells: Row["cells"]): ImportedContact | Wrong {
  const written = {
    firstName: cells["First name"],
    lastName: cells["Last name"],
    email: firstOf(cells.Email),
  };
  for (const [field, schema] of NAMES) {
    if (cells[field] === "") continue;
    const read = schema.safeParse(cells[field]);
    if (!read.success) return { note: read.error.issues[0]?.message ?? "", column: field };
  }
  if (written.email === "") return written;
  const read = Email.safeParse(written.email);
  if (!read.success) return { note: read.error.issues[0]?.message ?? "", column: "Email" };
  return { ...written, email: read.data };
}

/** What a row changes of its organization. The first row that gives a detail decides, and an empty cell changes nothing. */
function readDetails(
  cells: Row["cells"],
  contact: ImportedContact,
  group: Group,
): Wrong | { changed: PlannedOrganization["details"] } {
  const changed: PlannedOrganization["details"] = {};
  for (const field of FIELDS) {
    if (group.given.has(field)) continue;
    const cell = cellOf(cells, field);
    const isEmpty = group.details[field] === null;
    const written = cell || (isEmpty ? fromContact(contact, field) : "");
    if (written === "") continue;
    group.given.add(field);
    if (written === group.details[field]) continue;
    const schema: z.ZodType<string | null> = OrganizationDetails.shape[field];
    const read = schema.safeParse(written);
    const column = cell === "" && field === "billingEmail" ? "Email" : COLUMN_OF[field];
    if (!read.success) return { note: read.error.issues[0]?.message ?? "", column };
    if (read.data !== null && read.data !== group.details[field]) changed[field] = read.data;
  }
  return { changed };
}

function cellOf(cells: Row["cells"], field: Field): string {
  if (field === "billingAddress") return addressOf(cells);
  const cell = cells[COLUMN_OF[field]];
  return field === "phone" || field === "billingEmail" ? firstOf(cell) : cell;
}

/** The first person of an organization is its billing contact, as long as no one else is. */
function fromContact(contact: ImportedContact, field: Field): string {
  if (field === "billingContact") return fullName(contact);
  return field === "billingEmail" ? contact.email : "";
}

/** As on an envelope. */
function addressOf({ Address, City, State, Postcode, Country }: Row["cells"]): string {
  const place = [City, State, Postcode].filter(Boolean).join(" ");
  return [Address, place, Country].filter(Boolean).join("\n");
}

/** The cells of a row as an import saves them. What stays as it was is not among them. */
export function savedOrganizationCells(
  data: PlannedOrganization,
): Partial<Record<OrganizationColumn, string>> {
  const { details, contact } = data;
  const cells: Partial<Record<OrganizationColumn, string>> = { Name: data.organizationName };
  for (const field of FIELDS) {
    const value = details[field];
    if (value !== undefined) cells[COLUMN_OF[field]] = value.replaceAll("\n", ", ");
  }
  if (details.billingAddress !== undefined) for (const part of ADDRESS_PARTS) cells[part] = "";
  if (contact) Object.assign(cells, { Email: contact.email });
  return cells;
}

const ADDRESS_PARTS = ["City", "State", "Postcode", "Country"] as const;
