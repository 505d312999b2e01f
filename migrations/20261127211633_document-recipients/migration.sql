CREATE TABLE "document_recipients" (
	"document_recipient_id" text PRIMARY KEY,
	"unique_document_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"version_number" integer NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"user_profile_id" text,
	"invitation_id" text,
	"token_hash" text,
	"browser_hash" text,
	"opened_at" timestamp(3) with time zone,
	"code_hash" text,
	"code_expires_at" timestamp(3) with time zone,
	"code_guesses" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "document_recipients_kind" CHECK ("kind" in ('TO', 'CC'))
);
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "editors_invite" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "document_recipients_once" ON "document_recipients" ("unique_document_id","version_number","email");--> statement-breakpoint
CREATE UNIQUE INDEX "document_recipients_token_hash" ON "document_recipients" ("token_hash");--> statement-breakpoint
CREATE INDEX "document_recipients_last" ON "document_recipients" ("organization_id","sent_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "document_recipients_user_profile_id" ON "document_recipients" ("user_profile_id");--> statement-breakpoint
CREATE INDEX "document_recipients_invitation_id" ON "document_recipients" ("invitation_id");--> statement-breakpoint
ALTER TABLE "document_recipients" ADD CONSTRAINT "document_recipients_ZwFRmN8QHsjN_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "document_recipients" ADD CONSTRAINT "document_recipients_PvYUxzN5FrBf_fkey" FOREIGN KEY ("invitation_id") REFERENCES "invitations"("invitation_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "document_recipients" ADD CONSTRAINT "document_recipients_version" FOREIGN KEY ("unique_document_id","version_number") REFERENCES "document_versions"("unique_document_id","number") ON DELETE RESTRICT;