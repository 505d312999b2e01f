ALTER TABLE "unique_documents" ADD COLUMN "reminder_schedule" jsonb;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "waiting_version" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "deactivated_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "reminder_unopened_days" integer DEFAULT 3;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "reminder_undecided_days" integer DEFAULT 7;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "reminder_ending_days" integer DEFAULT 3;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "reminder_from_hour" integer DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "reminder_until_hour" integer DEFAULT 18 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "reminds_on_weekends" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "organizations" SET "deactivated_at" = (SELECT max("changed_at") FROM "organization_status_changes" AS "change"
  WHERE "change"."organization_id" = "organizations"."organization_id" AND "change"."status" = 'INACTIVE')
  WHERE "status" = 'INACTIVE';
