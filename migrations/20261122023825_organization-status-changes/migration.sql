CREATE TABLE "organization_status_changes" (
	"organization_status_change_id" text PRIMARY KEY,
	"organization_id" text NOT NULL,
	"status" text NOT NULL,
	"changed_by" text NOT NULL,
	"reason" text,
	"changed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "organization_status_changes_status" CHECK ("status" in ('ACTIVE', 'INACTIVE'))
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "name_comparable" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize("organization_name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ')) STORED;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "name_order" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(translate(lower(regexp_replace(normalize("organization_name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g')) STORED;--> statement-breakpoint
CREATE INDEX "unique_documents_pending" ON "unique_documents" ("organization_id") WHERE "status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "organization_status_changes_organization" ON "organization_status_changes" ("organization_id","changed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "organizations_list" ON "organizations" ("created_at" DESC NULLS LAST,"organization_id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "organization_status_changes" ADD CONSTRAINT "organization_status_changes_0mnzQuPY9Rkd_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE CASCADE;