import { z } from "zod";
import { Id } from "../id.ts";

/**
 * The receivers of an event or notification: the members of an organization, one person, or the company's own people.
 */
export const Audience = z.union([
  z.strictObject({ organization: Id }),
  z.strictObject({ person: Id }),
  z.strictObject({ company: z.literal(true) }),
]);
export type Audience = z.infer<typeof Audience>;

export const AUDIENCE_KINDS = ["organization", "person", "company"] as const;

export function audienceKind(audience: Audience): (typeof AUDIENCE_KINDS)[number] {
  if ("organization" in audience) return "organization";
  return "person" in audience ? "person" : "company";
}

/** The key of an audience: equal for equal audiences. */
export function audienceKey(audience: Audience): string {
  return JSON.stringify(audience);
}
