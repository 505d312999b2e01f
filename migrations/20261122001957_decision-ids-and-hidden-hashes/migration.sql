ALTER TABLE "document_decisions" ADD COLUMN "document_decision_id" text DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "hidden_hash" char(64);--> statement-breakpoint
CREATE UNIQUE INDEX "document_decisions_document_decision_id" ON "document_decisions" ("document_decision_id");