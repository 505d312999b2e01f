CREATE TABLE "invitations" (
	"invitation_id" text PRIMARY KEY,
	"token_hash" text NOT NULL,
	"email" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"admin_role" text,
	"organization_id" text,
	"permission_type" text,
	"invited_by_user_profile_id" text,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"used_by_user_profile_id" text,
	"ended_at" timestamp(3) with time zone,
	CONSTRAINT "invitations_admin_role" CHECK ("admin_role" in ('viewer', 'editor', 'owner')),
	CONSTRAINT "invitations_permission_type" CHECK ("permission_type" in ('read', 'write')),
	CONSTRAINT "invitations_right" CHECK (("admin_role" is null) = ("organization_id" is not null) and ("organization_id" is null) = ("permission_type" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token_hash" ON "invitations" ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending" ON "invitations" (coalesce(lower("email"), ''),coalesce("organization_id", '')) WHERE "used_at" is null and "ended_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_organization_id" ON "invitations" ("organization_id");--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" ("invited_by_user_profile_id");--> statement-breakpoint
CREATE INDEX "invitations_used_by" ON "invitations" ("used_by_user_profile_id");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_fFBe8cefdVBV_fkey" FOREIGN KEY ("invited_by_user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_z0aOEYXCSE6l_fkey" FOREIGN KEY ("used_by_user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;