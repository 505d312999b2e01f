import { z } from "zod";
import { Id } from "../id.ts";

export const ORGANIZATION_STATUSES = ["ACTIVE", "INACTIVE"] as const;

export const QuickLink = z.strictObject({
  label: z.string().min(1).max(80),
  url: z.url({ protocol: /^https?$/ }).max(2000),
});
export type QuickLink = z.infer<typeof QuickLink>;

export const Organization = z.strictObject({
  organizationId: Id,
  organizationName: z.string().min(1).max(200),
  status: z.enum(ORGANIZATION_STATUSES),
  quickLinks: z.array(QuickLink),
});
export type Organization = z.infer<typeof Organization>;

/** An organization as its own people see it. */
export const OwnOrganization = Organization.extend({
  /** The company has made it inactive after it was active: what it accepted and its invoices stay readable. */
  isDeactivated: z.boolean(),
});
export type OwnOrganization = z.infer<typeof OwnOrganization>;

/** An organization is verified once the company has made it ACTIVE. */
export function isVerified(organization: Pick<Organization, "status"> | undefined): boolean {
  return organization?.status === "ACTIVE";
}

/** Whether the person's active organization is verified, and whether another one of theirs is. */
export function verification(
  organizations: readonly Organization[],
  activeOrganizationId: Id | null,
): { isOrgVerified: boolean; isAnotherOrgVerified: boolean } {
  const active = organizations.find((one) => one.organizationId === activeOrganizationId);
  const others = organizations.filter((one) => one.organizationId !== activeOrganizationId);
  return { isOrgVerified: isVerified(active), isAnotherOrgVerified: others.some(isVerified) };
}
