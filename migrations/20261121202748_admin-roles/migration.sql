ALTER TABLE "user_profiles" ADD COLUMN "admin_role" text;--> statement-breakpoint
UPDATE "user_profiles" SET "admin_role" = 'owner' WHERE "is_staff";--> statement-breakpoint
ALTER TABLE "user_profiles" DROP COLUMN "is_staff";--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_admin_role" CHECK ("admin_role" in ('viewer', 'editor', 'owner'));