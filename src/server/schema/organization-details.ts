import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { KnownRecipients } from "#domain/documents/recipients.ts";
import { version } from "../db/columns.ts";
import { ofPerson } from "./account.ts";
import { ofOrganization } from "./organizations.ts";

/** What the company knows of an organization for its business with it. Only the company sees these rows. */
export const organizationDetails = pgTable(
  "organization_details",
  {
    organizationId: ofOrganization("cascade").primaryKey(),
    legalName: text("legal_name"),
    abn: text("abn"),
    billingAddress: text("billing_address"),
    phone: text("phone"),
    billingContact: text("billing_contact"),
    billingEmail: text("billing_email"),
    /** One of the company's own people; no longer shown once they have no role. */
    ownerId: ofPerson("owner_id", "set null"),
    recordVersion: version(),
    /** Who is chosen at first when a document is sent to it; null: all its people. */
    usualRecipients: jsonb("usual_recipients").$type<KnownRecipients>(),
  },
  (table) => [index("organization_details_owner_id").on(table.ownerId)],
);
