CREATE TABLE "payment_plan_parts" (
	"unique_document_id" text,
	"organization_id" text NOT NULL,
	"position" integer,
	"name" text NOT NULL,
	"percent" numeric(9,6) NOT NULL,
	"due" text NOT NULL,
	"day" date,
	"prepared_at" timestamp(3) with time zone,
	"invoice_id" text,
	CONSTRAINT "payment_plan_parts_pkey" PRIMARY KEY("unique_document_id","position"),
	CONSTRAINT "payment_plan_parts_due" CHECK ("due" in ('accepted', 'date', 'done'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_plan_parts_invoice_id" ON "payment_plan_parts" ("invoice_id");--> statement-breakpoint
CREATE INDEX "payment_plan_parts_organization_id" ON "payment_plan_parts" ("organization_id");--> statement-breakpoint
CREATE INDEX "payment_plan_parts_waiting" ON "payment_plan_parts" ("unique_document_id","position") WHERE "prepared_at" is null;--> statement-breakpoint
ALTER TABLE "payment_plan_parts" ADD CONSTRAINT "payment_plan_parts_invoice_id_invoices_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("invoice_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "payment_plan_parts" ADD CONSTRAINT "payment_plan_parts_document" FOREIGN KEY ("unique_document_id","organization_id") REFERENCES "unique_documents"("unique_document_id","organization_id") ON DELETE RESTRICT;