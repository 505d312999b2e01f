import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text } from "drizzle-orm/pg-core";
import { ACCESS_KINDS, ACTOR_SIDES } from "#domain/access-records/access-record.ts";
import { PERMISSION_TYPES } from "#domain/permissions/organization-permission.ts";
import { id, oneOf, timestamptz } from "../db/columns.ts";
import { ofPerson } from "./account.ts";
import { ofOrganization } from "./organizations.ts";

/** Events of people's access to organizations. Rows are only added, each with an event in a chain of evidence. */
export const accessRecords = pgTable(
  "access_records",
  {
    accessRecordId: id("access_record_id").primaryKey(),
    /** Null: the sign-in of a person who belonged to no organization was changed. */
    organizationId: ofOrganization("restrict"),
    kind: text("kind", { enum: ACCESS_KINDS }).notNull(),
    at: timestamptz("at").notNull(),
    /** The person whose access it is; null: an invited person without a profile. */
    userProfileId: ofPerson("user_profile_id", "restrict"),
    /** The person's name and email before the event; an invited person may have no name. */
    personName: text("person_name").notNull(),
    personEmail: text("person_email").notNull(),
    /** The email that was requested or confirmed. */
    newEmail: text("new_email"),
    /** The issuer that was added or removed, which signs people in (identity.ts). */
    issuer: text("issuer"),
    /** The right that was offered, granted or taken away; of a change, the right after it. */
    permissionType: text("permission_type", { enum: PERMISSION_TYPES }),
    /** The right before a change. */
    previousPermissionType: text("previous_permission_type", { enum: PERMISSION_TYPES }),
    /** The invitation that was sent, withdrawn or accepted. */
    invitationId: id("invitation_id"),
    /** Of a person who joined by the link of a sent document: its recipient, and when the link was opened first. */
    documentRecipientId: id("document_recipient_id"),
    linkOpenedAt: timestamptz("link_opened_at"),
    /** Whether they typed a code mailed to the recipient, because another browser had opened the link first. */
    wasCodeRequired: boolean("was_code_required"),
    /** Who did it: of an accepted invitation, who sent it. Null: an operator, or not known. */
    actorUserProfileId: ofPerson("actor_user_profile_id", "restrict"),
    actorName: text("actor_name"),
    actorEmail: text("actor_email"),
    actorSide: text("actor_side", { enum: ACTOR_SIDES }).notNull(),
    /** The end of the organization's chain was damaged, so no event could be added. */
    isOutsideChain: boolean("is_outside_chain").notNull().default(false),
  },
  (table) => [
    index("access_records_person").on(table.userProfileId, table.at),
    index("access_records_organization_id").on(table.organizationId),
    index("access_records_actor").on(table.actorUserProfileId),
    oneOf("access_records_kind", table.kind, ACCESS_KINDS),
    oneOf("access_records_permission_type", table.permissionType, PERMISSION_TYPES),
    oneOf("access_records_previous_permission_type", table.previousPermissionType, PERMISSION_TYPES),
    oneOf("access_records_actor_side", table.actorSide, ACTOR_SIDES),
    check(
      "access_records_outside_chain",
      sql`not ${table.isOutsideChain} or ${table.kind} in ('withdraw', 'remove', 'remove-issuer') or (${table.kind} = 'change' and ${table.permissionType} = 'read')`,
    ),
  ],
);
