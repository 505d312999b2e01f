CREATE TABLE "email_changes" (
	"user_profile_id" text PRIMARY KEY,
	"new_email" text NOT NULL,
	"token_hash" char(64) NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"confirmed_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "last_signed_in_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD COLUMN "removed_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "user_profiles_list" ON "user_profiles" ("created_at" DESC NULLS LAST,"user_profile_id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_token_hash" ON "email_changes" ("token_hash");--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_ZDoHRq0v9ojF_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE CASCADE;