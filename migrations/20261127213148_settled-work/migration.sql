ALTER TABLE "settings" ADD COLUMN "opens_accepted_work" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "work_orders" ADD COLUMN "shown_net" numeric(18,6);--> statement-breakpoint
ALTER TABLE "work_orders" ADD COLUMN "is_document_closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "work_orders" SET "is_document_closed" = true FROM "unique_documents" AS "document" WHERE "document"."unique_document_id" = "work_orders"."unique_document_id" AND ("document"."status" = 'DECLINED' OR "document"."withdrawn_at" IS NOT NULL OR "document"."expired_at" IS NOT NULL);
