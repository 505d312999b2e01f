import { z } from "zod";
import { DocumentType } from "../documents/unique-document.ts";
import { Id } from "../id.ts";
import { lineOfText } from "../line-of-text.ts";
import { Timestamp } from "../timestamp.ts";
import { ORGANIZATION_STATUSES, Organization } from "./organization.ts";

/** An organization in the company's list. */
export const ListedOrganization = Organization.omit({ quickLinks: true }).extend({
  createdAt: Timestamp,
  members: z.int().min(0),
  /** Requests for new people that nobody has answered. */
  requests: z.int().min(0),
  /** Documents that wait for the organization's decision. */
  openDocuments: z.int().min(0),
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

/** An organization as the company's people see it. */
export const ManagedOrganization = Organization.extend({
  createdAt: Timestamp,
  members: z.int().min(0),
  requests: z.int().min(0),
  openDocuments: z.array(OpenDocument),
  /** Latest first. Empty if nobody has changed the status in the portal. */
  statusChanges: z.array(StatusChange),
});
export type ManagedOrganization = z.infer<typeof ManagedOrganization>;

export const OrganizationName = lineOfText(200, "Please enter a name");

/** Why an organization is deactivated, for the company's own people. */
export const DeactivationReason = z
  .string({ error: "Please enter a reason" })
  .trim()
  .min(1, "Please enter a reason")
  .max(500, "Please use at most 500 characters");
