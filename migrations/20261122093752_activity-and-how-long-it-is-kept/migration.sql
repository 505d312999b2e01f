ALTER TABLE "mails" ADD COLUMN "about_id" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "organization_id" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "keep_addresses_days" integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "keep_mails_days" integer DEFAULT 730;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "keep_activity_days" integer DEFAULT 2557;--> statement-breakpoint
CREATE INDEX "audit_events_action" ON "audit_events" ("action","at");