CREATE TABLE "signed_versions" (
	"content_hash" char(64) PRIMARY KEY,
	"general_document_id" text NOT NULL,
	"name" text NOT NULL,
	"rich_text" text NOT NULL,
	CONSTRAINT "signed_versions_hash" CHECK ("content_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "content_hash" char(64);--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "signer_hash" char(64);--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "declaration" text;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "ip_address" text;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "user_agent" text;--> statement-breakpoint
CREATE UNIQUE INDEX "signed_general_documents_once" ON "signed_general_documents" ("content_hash","signer_hash");--> statement-breakpoint
CREATE INDEX "signed_versions_general_document_id" ON "signed_versions" ("general_document_id");--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD CONSTRAINT "signed_general_documents_YDMa33EX4ye5_fkey" FOREIGN KEY ("content_hash") REFERENCES "signed_versions"("content_hash") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "signed_versions" ADD CONSTRAINT "signed_versions_stOv0AzwiJyw_fkey" FOREIGN KEY ("general_document_id") REFERENCES "general_documents"("general_document_id") ON DELETE RESTRICT;