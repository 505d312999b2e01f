import { z } from "zod";
import { DocumentType } from "../documents/unique-document.ts";
import { Id } from "../id.ts";
import { RecordVersion, Timestamp } from "../record-fields.ts";
import { lineOfText, requiredText } from "../typed-text.ts";
import { ORGANIZATION_STATUSES, Organization, QuickLink } from "./organization.ts";
import { ShownDetails } from "./organization-details.ts";

export const ListedOrganization = Organization.omit({ quickLinks: true }).extend({
  createdAt: Timestamp,
  members: z.int().min(0),
  /** Requests for new people that no one has answered. */
  requests: z.int().min(0),
  /** Documents that wait for the organization's decision. */
  openDocuments: z.int().min(0),
  /** The colleague who looks after the organization; null: none. */
  ownerName: z.string().nullable(),
});
export type ListedOrganization = z.infer<typeof ListedOrganization>;

/** A document that waits for a decision, as far as the company is told when it deactivates the organization. */
export const OpenDocument = z.strictObject({
  uniqueDocumentId: Id,
  externalId: z.string(),
  name: z.string(),
  documentType: DocumentType,
});
export type OpenDocument = z.infer<typeof OpenDocument>;

/** Who verified or deactivated an organization, when, and why. */
export const StatusChange = z.strictObject({
  status: z.enum(ORGANIZATION_STATUSES),
  changedBy: z.string(),
  changedAt: Timestamp,
  reason: z.string().nullable(),
});
export type StatusChange = z.infer<typeof StatusChange>;

export const ManagedOrganization = Organization.extend({
  createdAt: Timestamp,
  members: z.int().min(0),
  requests: z.int().min(0),
  openDocuments: z.array(OpenDocument),
  /** Latest first. Empty if no one has changed the status in the portal. */
  statusChanges: z.array(StatusChange),
  details: ShownDetails,
  /** Of its name, of its quick links, and of its details. */
  recordVersion: RecordVersion,
  linksVersion: RecordVersion,
  detailsVersion: RecordVersion,
});
export type ManagedOrganization = z.infer<typeof ManagedOrganization>;

/** How many organizations become active together. */
export const MAX_VERIFIED = 200;

/** What became of one of several organizations that an owner makes active. */
export const VerifiedRow = z.strictObject({
  organizationId: Id,
  /** Null: there is no such organization any more. */
  organizationName: z.string().nullable(),
  outcome: z.enum(["activated", "already-active", "not-found"]),
});
export type VerifiedRow = z.infer<typeof VerifiedRow>;

export const OrganizationName = lineOfText(200, "Please enter a name");

/** Why an organization is deactivated, for the company's own people. */
export const DeactivationReason = requiredText(500, "Please enter a reason");

/** The text of a note, which may have several lines. */
export const NoteText = requiredText(5000, "Please write a note");

/** A note of the company's people about an organization. No client ever sees it. */
export const Note = z.strictObject({
  noteId: Id,
  organizationId: Id,
  text: z.string(),
  writtenBy: z.string(),
  writtenAt: Timestamp,
  changedBy: z.string().nullable(),
  changedAt: Timestamp.nullable(),
  recordVersion: RecordVersion,
});
export type Note = z.infer<typeof Note>;

export const MAX_QUICK_LINKS = 20;

export const QuickLinks = z
  .array(QuickLink)
  .max(MAX_QUICK_LINKS, `Please keep at most ${MAX_QUICK_LINKS} links`);

/** "https:", and no port behind a host: "boards.example:8080". */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** An address as people type it: "boards.example/harbour" means https. */
export function withScheme(address: string): string {
  return HAS_SCHEME.test(address) ? address : `https://${address}`;
}

export const TypedAddress = z
  .string()
  .trim()
  .min(1, "Please enter a web address")
  .max(1990, "Please use a shorter web address")
  .transform(withScheme)
  .refine(isWebAddress, "Please enter a web address, such as https://boards.example/harbour");

function isWebAddress(address: string): boolean {
  if (!QuickLink.shape.url.safeParse(address).success) return false;
  const { hostname, username } = new URL(address);
  return hostname.includes(".") && username === "";
}

export const TypedQuickLinks = z.strictObject({
  quickLinks: z
    .array(z.strictObject({ label: lineOfText(80, "Please enter a label"), url: TypedAddress }))
    .max(MAX_QUICK_LINKS),
});
