import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { index, pgTable, text, type UpdateDeleteAction, uniqueIndex } from "drizzle-orm/pg-core";
import { ADMIN_ROLES } from "#domain/account/admin-role.ts";
import { MAIL_SCOPES, OPENING_MAILS, REQUEST_MAILS } from "#domain/account/mail-choices.ts";
import { id, oneOf, timestamptz } from "../db/columns.ts";
import { comparableOf, orderableOf } from "../db/comparable-sql.ts";
import { wordsColumn } from "../db/words-sql.ts";
import { authUsers } from "./identity.ts";
import { organizations } from "./organizations.ts";

/** The condition that a person is not removed. A removed one is in no list. */
export function isNotRemoved({ removedAt }: { removedAt: SQLWrapper }): SQL {
  return sql`${removedAt} is null`;
}

const FULL_NAME = sql`trim(first_name || ' ' || last_name)`;

export const userProfiles = pgTable(
  "user_profiles",
  {
    userProfileId: id("user_profile_id").primaryKey(),
    /** The person's sign-in; null if they have none. */
    authUserId: text("auth_user_id").references(() => authUsers.id, { onDelete: "set null" }),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    /** In lower case, every email that a change of it named, confirmed or not. Removing the person erases them too. */
    formerEmails: text("former_emails").array().notNull().default(sql`'{}'`),
    activeOrganizationId: id("active_organization_id").references(() => organizations.organizationId, {
      onDelete: "set null",
    }),
    /** The role of one of the company's own people. */
    adminRole: text("admin_role", { enum: ADMIN_ROLES }),
    /** One of the company's own people has seen clients' decisions up to this moment. */
    decisionsSeenUntil: timestamptz("decisions_seen_until"),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
    /** The latest sign-in; null if there was none since the portal keeps this moment. */
    lastSignedInAt: timestamptz("last_signed_in_at"),
    /** Of the browser of the latest sign-in; null: not known. Reminders leave in its daytime. */
    timeZone: text("time_zone"),
    /** When the person was removed for good. The row stays for the records that name it. */
    removedAt: timestamptz("removed_at"),
    /** Generated columns for searching and sorting. */
    nameComparable: comparableOf("name_comparable", FULL_NAME),
    nameOrder: orderableOf("name_order", FULL_NAME),
    emailComparable: comparableOf("email_comparable", "email"),
    emailOrder: orderableOf("email_order", "email"),
    words: wordsColumn(["first_name", "last_name", "email"]),
  },
  (table) => [
    uniqueIndex("user_profiles_auth_user_id").on(table.authUserId),
    uniqueIndex("user_profiles_email").on(sql`lower(${table.email})`),
    oneOf("user_profiles_admin_role", table.adminRole, ADMIN_ROLES),
    index("user_profiles_list").on(table.createdAt.desc(), table.userProfileId.desc()),
    index("user_profiles_words").using("gin", table.words),
    index("user_profiles_active_organization_id").on(table.activeOrganizationId),
  ],
);

/** The person that a column names. */
export const ofPerson = (column: string, onDelete: UpdateDeleteAction) =>
  id(column).references(() => userProfiles.userProfileId, { onDelete });

/** Which mails the company's own people chose. A person without a row has the usual ones. */
export const mailChoices = pgTable(
  "mail_choices",
  {
    userProfileId: ofPerson("user_profile_id", "cascade").primaryKey(),
    decisions: text("decisions", { enum: MAIL_SCOPES }).notNull(),
    openings: text("openings", { enum: OPENING_MAILS }).notNull(),
    undelivered: text("undelivered", { enum: MAIL_SCOPES }).notNull(),
    requests: text("requests", { enum: REQUEST_MAILS }).notNull(),
  },
  (table) => [
    oneOf("mail_choices_decisions", table.decisions, MAIL_SCOPES),
    oneOf("mail_choices_openings", table.openings, OPENING_MAILS),
    oneOf("mail_choices_undelivered", table.undelivered, MAIL_SCOPES),
    oneOf("mail_choices_requests", table.requests, REQUEST_MAILS),
  ],
);
