CREATE TABLE "access_records" (
	"access_record_id" text PRIMARY KEY,
	"organization_id" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"user_profile_id" text,
	"person_name" text NOT NULL,
	"person_email" text NOT NULL,
	"new_email" text,
	"permission_type" text,
	"previous_permission_type" text,
	"invitation_id" text,
	"actor_user_profile_id" text,
	"actor_name" text,
	"actor_side" text NOT NULL,
	"is_outside_chain" boolean DEFAULT false NOT NULL,
	CONSTRAINT "access_records_kind" CHECK ("kind" in ('invite', 'withdraw', 'grant', 'change', 'remove', 'request-email', 'change-email', 'reset-factor')),
	CONSTRAINT "access_records_permission_type" CHECK ("permission_type" in ('read', 'write')),
	CONSTRAINT "access_records_previous_permission_type" CHECK ("previous_permission_type" in ('read', 'write')),
	CONSTRAINT "access_records_actor_side" CHECK ("actor_side" in ('company', 'organization', 'self', 'operator', 'import')),
	CONSTRAINT "access_records_outside_chain" CHECK (not "is_outside_chain" or "kind" in ('withdraw', 'remove') or ("kind" = 'change' and "permission_type" = 'read'))
);
--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "requested_by_user_profile_id" text;--> statement-breakpoint
CREATE INDEX "access_records_person" ON "access_records" ("user_profile_id","organization_id");--> statement-breakpoint
CREATE INDEX "access_records_organization_id" ON "access_records" ("organization_id");--> statement-breakpoint
CREATE INDEX "access_records_actor" ON "access_records" ("actor_user_profile_id");--> statement-breakpoint
CREATE INDEX "email_changes_requested_by" ON "email_changes" ("requested_by_user_profile_id");--> statement-breakpoint
ALTER TABLE "access_records" ADD CONSTRAINT "access_records_FmhLADHAdfqw_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "access_records" ADD CONSTRAINT "access_records_zcuTdI4aNbyS_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "access_records" ADD CONSTRAINT "access_records_taHHi2tNcExs_fkey" FOREIGN KEY ("actor_user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_i6rubqN7Q4ia_fkey" FOREIGN KEY ("requested_by_user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "evidence_events" DROP CONSTRAINT "evidence_events_kind", ADD CONSTRAINT "evidence_events_kind" CHECK ("kind" in ('access.change', 'access.change-email', 'access.grant', 'access.invite', 'access.remove', 'access.request-email', 'access.reset-factor', 'access.withdraw', 'agreement.bring-in', 'agreement.copy', 'agreement.sign', 'document.approve', 'document.bring-in', 'document.decline', 'document.send', 'document.snapshot', 'person.erase'));