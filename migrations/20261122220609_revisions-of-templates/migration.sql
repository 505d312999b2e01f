ALTER TABLE "document_revisions" RENAME TO "page_revisions";--> statement-breakpoint
ALTER TABLE "page_revisions" RENAME CONSTRAINT "document_revisions_because" TO "page_revisions_because";--> statement-breakpoint
ALTER TABLE "page_revisions" RENAME CONSTRAINT "document_revisions_number" TO "page_revisions_number";--> statement-breakpoint
ALTER INDEX "document_revisions_organization_id" RENAME TO "page_revisions_organization_id";--> statement-breakpoint
ALTER INDEX "document_revisions_saved_by" RENAME TO "page_revisions_saved_by";--> statement-breakpoint
ALTER TABLE "page_revisions" DROP CONSTRAINT "document_revisions_pkey";--> statement-breakpoint
ALTER TABLE "page_revisions" RENAME CONSTRAINT "document_revisions_document" TO "page_revisions_document";--> statement-breakpoint
ALTER TABLE "page_revisions" ADD COLUMN "template_id" text;--> statement-breakpoint
ALTER TABLE "page_revisions" ALTER COLUMN "unique_document_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "page_revisions" ALTER COLUMN "organization_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "page_revisions" ADD CONSTRAINT "page_revisions_owner_number" UNIQUE NULLS NOT DISTINCT("unique_document_id","template_id","number");--> statement-breakpoint
CREATE INDEX "page_revisions_template_id" ON "page_revisions" ("template_id");--> statement-breakpoint
ALTER TABLE "page_revisions" ADD CONSTRAINT "page_revisions_template_id_templates_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "templates"("template_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "page_revisions" ADD CONSTRAINT "page_revisions_owner" CHECK (num_nonnulls("unique_document_id", "template_id") = 1);--> statement-breakpoint
ALTER TABLE "page_revisions" ADD CONSTRAINT "page_revisions_organization" CHECK (num_nonnulls("unique_document_id", "organization_id") in (0, 2));