ALTER TABLE "unique_documents" ADD COLUMN "recalled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "work_orders" ADD COLUMN "predecessor_id" text;--> statement-breakpoint
CREATE INDEX "work_orders_predecessor_id" ON "work_orders" ("predecessor_id");--> statement-breakpoint
ALTER TABLE "work_orders" ADD CONSTRAINT "work_orders_predecessor_id_work_orders_work_order_id_fkey" FOREIGN KEY ("predecessor_id") REFERENCES "work_orders"("work_order_id") ON DELETE SET NULL;