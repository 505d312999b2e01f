ALTER TABLE "unique_documents" ADD COLUMN "sent_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "opened_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "unique_documents_unopened" ON "unique_documents" ("sent_at","unique_document_id") WHERE "status" = 'PENDING' and "archived_at" is null and "opened_at" is null;--> statement-breakpoint
CREATE INDEX "invoices_unpaid" ON "invoices" ("created_at","invoice_id") WHERE "invoice_status" = 'UNPAID' and "issued_at" is not null;--> statement-breakpoint
CREATE INDEX "document_openings_last_at" ON "document_openings" ("last_at" DESC NULLS LAST,"unique_document_id" DESC NULLS LAST);--> statement-breakpoint
UPDATE "unique_documents" AS document SET "sent_at" = sent.newest,
  "opened_at" = (SELECT min(opening.last_at) FROM "document_openings" AS opening
    WHERE opening.unique_document_id = document.unique_document_id AND opening.last_at >= sent.newest)
FROM (SELECT unique_document_id, max(sent_at) AS newest FROM "document_versions" GROUP BY unique_document_id) AS sent
WHERE sent.unique_document_id = document.unique_document_id;
