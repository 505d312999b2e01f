ALTER TABLE "unique_documents" ADD COLUMN "shown_total" numeric(18,6);--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "hides_prices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "salt" text DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "work_orders" ADD COLUMN "hides_prices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "work_orders" ADD COLUMN "hides_lines" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until the job keep-shown-prices has read the pages, a document with a hiding block hides all its prices and lines.
UPDATE "unique_documents" SET
	"hides_prices" = jsonb_path_exists("puck_state", '$.**.hidePricing ? (@ == true)'),
	"shown_total" = CASE WHEN NOT jsonb_path_exists("puck_state", '$.**.hidePricing ? (@ == true)') THEN "total_cost" END;--> statement-breakpoint
UPDATE "work_orders" SET
	"hides_prices" = "unique_documents"."hides_prices",
	"hides_lines" = jsonb_path_exists("unique_documents"."puck_state", '$.**.hideBreakdown ? (@ == true)')
FROM "unique_documents" WHERE "unique_documents"."unique_document_id" = "work_orders"."unique_document_id";
