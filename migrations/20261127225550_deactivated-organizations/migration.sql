ALTER TABLE "organizations" ADD COLUMN "deactivated_at" timestamp(3) with time zone;--> statement-breakpoint
UPDATE "organizations" SET "deactivated_at" = (SELECT max("changed_at") FROM "organization_status_changes" AS "change"
  WHERE "change"."organization_id" = "organizations"."organization_id" AND "change"."status" = 'INACTIVE')
  WHERE "status" = 'INACTIVE';
