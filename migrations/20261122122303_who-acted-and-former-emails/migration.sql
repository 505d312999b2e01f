ALTER TABLE "user_profiles" ADD COLUMN "former_emails" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "is_by_company" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A deed is the company's if the person still works for it, or if no client can do it.
UPDATE "audit_events" AS "event" SET "is_by_company" = true FROM "user_profiles" AS "person"
  WHERE "person"."user_profile_id" = "event"."user_profile_id" AND ("person"."admin_role" IS NOT NULL
    OR "event"."action" NOT IN ('agreement.sign', 'document.approve', 'document.decline', 'document.download', 'document.open',
      'document.reopen', 'invitation.accept', 'permission.remove', 'permission.request', 'profile.update', 'work-order.choose'));--> statement-breakpoint
-- The emails that changes of them named are known from their mails, as far as these are kept.
UPDATE "user_profiles" AS "person" SET "former_emails" = "mailed"."emails" FROM (
    SELECT "about_id", array_agg(DISTINCT lower("recipient")) AS "emails" FROM "mails"
    WHERE NOT EXISTS (SELECT FROM "user_profiles" AS "other"
      WHERE lower("other"."email") = lower("mails"."recipient") AND "other"."user_profile_id" <> "mails"."about_id")
    GROUP BY "about_id") AS "mailed"
  WHERE "mailed"."about_id" = "person"."user_profile_id" AND "person"."removed_at" IS NULL;
