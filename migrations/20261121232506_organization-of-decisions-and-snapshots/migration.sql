ALTER TABLE "document_decisions" DROP CONSTRAINT "document_decisions_qhwo6XKc9w1m_fkey";--> statement-breakpoint
ALTER TABLE "document_snapshots" DROP CONSTRAINT "document_snapshots_wkLEKShc4Vyy_fkey";--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "organization_id" text;--> statement-breakpoint
UPDATE "document_decisions" SET "organization_id" = "unique_documents"."organization_id" FROM "unique_documents" WHERE "unique_documents"."unique_document_id" = "document_decisions"."unique_document_id";--> statement-breakpoint
ALTER TABLE "document_decisions" ALTER COLUMN "organization_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "document_snapshots" ADD COLUMN "organization_id" text;--> statement-breakpoint
UPDATE "document_snapshots" SET "organization_id" = "unique_documents"."organization_id" FROM "unique_documents" WHERE "unique_documents"."unique_document_id" = "document_snapshots"."unique_document_id";--> statement-breakpoint
ALTER TABLE "document_snapshots" ALTER COLUMN "organization_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD CONSTRAINT "unique_documents_of_organization" UNIQUE("unique_document_id","organization_id");--> statement-breakpoint
CREATE INDEX "document_decisions_organization_id" ON "document_decisions" ("organization_id");--> statement-breakpoint
ALTER TABLE "document_decisions" ADD CONSTRAINT "document_decisions_document" FOREIGN KEY ("unique_document_id","organization_id") REFERENCES "unique_documents"("unique_document_id","organization_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "document_snapshots" ADD CONSTRAINT "document_snapshots_document" FOREIGN KEY ("unique_document_id","organization_id") REFERENCES "unique_documents"("unique_document_id","organization_id") ON DELETE RESTRICT;