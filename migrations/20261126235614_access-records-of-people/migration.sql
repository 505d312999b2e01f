ALTER TABLE "access_records" ADD COLUMN "actor_email" text;--> statement-breakpoint
ALTER TABLE "access_records" ALTER COLUMN "organization_id" DROP NOT NULL;--> statement-breakpoint
DROP INDEX "access_records_person";--> statement-breakpoint
CREATE INDEX "access_records_person" ON "access_records" ("user_profile_id","at");