CREATE TABLE "invoice_lines" (
	"invoice_id" text,
	"position" integer,
	"description" text NOT NULL,
	"quantity" numeric(18,6) NOT NULL,
	"unit" text,
	"rate" numeric(18,6) NOT NULL,
	"discount_percent" numeric(9,6) NOT NULL,
	"amount" numeric(18,6) NOT NULL,
	"has_gst" boolean NOT NULL,
	CONSTRAINT "invoice_lines_pkey" PRIMARY KEY("invoice_id","position")
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "issued_at" timestamp(3) with time zone;--> statement-breakpoint
-- Clients see the invoices that they have seen so far.
UPDATE "invoices" SET "issued_at" = "created_at";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "due_date" date;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "unique_document_id" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "percent" numeric(9,6);--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "subtotal" numeric(18,6);--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "gst" numeric(18,6);--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "total" numeric(18,6);--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "file_id" text;--> statement-breakpoint
CREATE INDEX "invoices_of_all" ON "invoices" ("created_at" DESC NULLS LAST,"invoice_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invoices_unique_document_id" ON "invoices" ("unique_document_id");--> statement-breakpoint
CREATE INDEX "invoices_file_id" ON "invoices" ("file_id");--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("invoice_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_BabDOoiMxDXD_fkey" FOREIGN KEY ("unique_document_id") REFERENCES "unique_documents"("unique_document_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_file_id_files_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("file_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_part" CHECK (("unique_document_id" is null) = ("percent" is null));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_percent" CHECK ("percent" > 0 and "percent" <= 100);