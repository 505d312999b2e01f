ALTER TABLE "user_profiles" ADD COLUMN "decisions_seen_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "given_up_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "document_decisions_decided_at" ON "document_decisions" ("decided_at");--> statement-breakpoint
CREATE INDEX "mails_given_up" ON "mails" ("given_up_at") WHERE "given_up_at" is not null;