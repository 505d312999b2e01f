ALTER TABLE "mails" ADD COLUMN "bounced_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "mails_bounced" ON "mails" ("bounced_at") WHERE "bounced_at" is not null;