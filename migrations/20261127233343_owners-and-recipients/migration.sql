CREATE TABLE "mail_choices" (
	"user_profile_id" text PRIMARY KEY,
	"decisions" text NOT NULL,
	"openings" text NOT NULL,
	"undelivered" text NOT NULL,
	"requests" text NOT NULL,
	CONSTRAINT "mail_choices_decisions" CHECK ("decisions" in ('ALL', 'OWN', 'NONE')),
	CONSTRAINT "mail_choices_openings" CHECK ("openings" in ('OWN', 'NONE')),
	CONSTRAINT "mail_choices_undelivered" CHECK ("undelivered" in ('ALL', 'OWN', 'NONE')),
	CONSTRAINT "mail_choices_requests" CHECK ("requests" in ('ALL', 'NONE'))
);
--> statement-breakpoint
ALTER TABLE "access_records" ADD COLUMN "document_recipient_id" text;--> statement-breakpoint
ALTER TABLE "access_records" ADD COLUMN "link_opened_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "access_records" ADD COLUMN "was_code_required" boolean;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "organization_details" ADD COLUMN "usual_recipients" jsonb;--> statement-breakpoint
CREATE INDEX "unique_documents_owner_id" ON "unique_documents" ("owner_id");--> statement-breakpoint
ALTER TABLE "mail_choices" ADD CONSTRAINT "mail_choices_user_profile_id_user_profiles_user_profile_id_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD CONSTRAINT "unique_documents_owner_id_user_profiles_user_profile_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;
--> statement-breakpoint
UPDATE "unique_documents" SET "owner_id" = "event"."user_profile_id" FROM "audit_events" AS "event" JOIN "user_profiles" AS "author" ON "author"."user_profile_id" = "event"."user_profile_id" WHERE "event"."subject_id" = "unique_documents"."unique_document_id" AND "event"."action" IN ('document.add', 'document.duplicate', 'document.new-version');
