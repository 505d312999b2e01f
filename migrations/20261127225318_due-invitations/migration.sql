ALTER TABLE "invitations" ADD COLUMN "is_mail_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "invitations_mail_due" ON "invitations" ("sent_at") WHERE "is_mail_due";