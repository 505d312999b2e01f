ALTER TABLE "mails" ADD COLUMN "sent_through" text;--> statement-breakpoint
CREATE INDEX "mails_queued" ON "mails" ("created_at") WHERE "sent_at" is null and "given_up_at" is null;--> statement-breakpoint
CREATE INDEX "mails_sent_through" ON "mails" ("sent_through","sent_at");