import { z } from "zod";
import { ACTOR_GROUP_NAMES, Activity } from "#domain/activity/activity.ts";
import { KIND_NAMES } from "#domain/activity/describe-action.ts";
import { Id } from "#domain/id.ts";
import { ACTIVITY_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { defineAdminCall } from "../call.ts";
import { ListPage, listQuery } from "../list-query.ts";

/** The database knows no year 0. */
const Day = z.iso
  .date()
  .refine((day) => day >= "0001-01-01", "Please enter a day from the year 1 to 9999")
  .describe("A day in the company's time zone.");

/** Which part of the activity is asked for. */
const Part = {
  organizationId: Id.optional(),
  /** The record that it happened to. */
  subjectId: Id.optional(),
  /** A document: what happened to it, its work orders and its invoices, and the emails about them. */
  documentId: Id.optional(),
  /** A person: what they did, and what happened to them. */
  personId: Id.optional(),
  userProfileId: Id.optional(),
  kind: z.enum(KIND_NAMES).optional(),
  by: z.enum(ACTOR_GROUP_NAMES).optional(),
  from: Day.optional(),
  /** The last day. */
  to: Day.optional(),
};

export const listActivity = defineAdminCall("GET", "activity/admin/list", "viewer", {
  staleAfter: "every-record",
  summary:
    "What happened, latest first: in the whole portal, to one organization, one document, one person or one record",
  query: listQuery(ACTIVITY_LIST_COLUMNS).safeExtend(Part),
  reply: z.array(Activity),
  page: ListPage,
});

export const exportActivity = defineAdminCall("POST", "activity/admin/export", "owner", {
  summary: "The activity as a CSV file, the latest first, at most 50,000 rows; the export is itself recorded",
  body: z.strictObject(Part),
  reply: z.strictObject({
    csv: z.string(),
    rows: z.int().min(0),
    /** Whether there are more than the file has. */
    isCut: z.boolean(),
  }),
});
