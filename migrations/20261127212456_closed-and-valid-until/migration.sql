ALTER TABLE "unique_documents" ADD COLUMN "valid_until" date;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "expired_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "listed_status" text GENERATED ALWAYS AS (case when withdrawn_at is not null then 'WITHDRAWN' when expired_at is not null then 'EXPIRED' else status end) STORED;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "valid_days" integer;--> statement-breakpoint
DROP INDEX "unique_documents_by_status";--> statement-breakpoint
CREATE INDEX "unique_documents_by_status" ON "unique_documents" ("organization_id","listed_status",greatest("created_at", "updated_at") desc nulls last,"unique_document_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "unique_documents_valid_until" ON "unique_documents" ("valid_until") WHERE "status" = 'PENDING';--> statement-breakpoint
ALTER TABLE "unique_documents" ADD CONSTRAINT "unique_documents_expired" CHECK ("expired_at" is null or ("status" = 'DRAFT' and "valid_until" is not null and "withdrawn_at" is null));--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_valid_days" CHECK ("valid_days" between 1 and 3650);