ALTER TABLE "unique_documents" ADD COLUMN "shown_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "archived_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "unique_documents_of_all" ON "unique_documents" (greatest("created_at", "updated_at") desc nulls last,"unique_document_id" DESC NULLS LAST);--> statement-breakpoint
-- Everything that is there so far has been visible to clients since it was made.
UPDATE "unique_documents" SET "shown_at" = "created_at";--> statement-breakpoint
ALTER TABLE "unique_documents" ADD CONSTRAINT "unique_documents_shown" CHECK ("shown_at" is not null or "status" = 'DRAFT');