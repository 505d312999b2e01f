ALTER TABLE "user_profiles" ADD COLUMN "time_zone" text;--> statement-breakpoint
CREATE INDEX "unique_documents_sent_at" ON "unique_documents" ("sent_at");--> statement-breakpoint
CREATE INDEX "unique_documents_opened_at" ON "unique_documents" ("opened_at");--> statement-breakpoint
CREATE INDEX "unique_documents_drafts" ON "unique_documents" ("updated_at","unique_document_id") WHERE "status" = 'DRAFT' and "withdrawn_at" is null and "expired_at" is null and "archived_at" is null;