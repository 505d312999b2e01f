CREATE TABLE "organization_details" (
	"organization_id" text PRIMARY KEY,
	"legal_name" text,
	"abn" text,
	"billing_address" text,
	"phone" text,
	"billing_contact" text,
	"billing_email" text,
	"owner_id" text,
	"record_version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "buyer" jsonb;--> statement-breakpoint
CREATE INDEX "organization_details_owner_id" ON "organization_details" ("owner_id");--> statement-breakpoint
ALTER TABLE "organization_details" ADD CONSTRAINT "organization_details_SbH7YHUzIwLp_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "organization_details" ADD CONSTRAINT "organization_details_rF768gzVKsNH_fkey" FOREIGN KEY ("owner_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;