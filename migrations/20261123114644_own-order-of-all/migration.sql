DROP INDEX "work_orders_of_all";--> statement-breakpoint
CREATE INDEX "work_orders_of_all" ON "work_orders" ("created_at" DESC,"work_order_id" DESC);--> statement-breakpoint
DROP INDEX "unique_documents_of_all";--> statement-breakpoint
CREATE INDEX "unique_documents_of_all" ON "unique_documents" (greatest("created_at", "updated_at") desc nulls first,"unique_document_id" DESC);--> statement-breakpoint
DROP INDEX "invoices_of_all";--> statement-breakpoint
CREATE INDEX "invoices_of_all" ON "invoices" ("created_at" DESC,"invoice_id" DESC);--> statement-breakpoint
DROP INDEX "signed_general_documents_of_all";--> statement-breakpoint
CREATE INDEX "signed_general_documents_of_all" ON "signed_general_documents" ("signed_at" DESC,"signed_general_document_id" DESC);