ALTER TABLE "work_orders" ADD COLUMN "shown_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "work_orders" ADD COLUMN "moved_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "work_orders_of_all" ON "work_orders" ("created_at" DESC NULLS LAST,"work_order_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "work_orders_board" ON "work_orders" ("work_order_status","moved_at" DESC NULLS LAST,"work_order_id" DESC NULLS LAST);--> statement-breakpoint
-- Everything that is there so far has been visible to clients since it was made.
UPDATE "work_orders" SET "shown_at" = "created_at", "moved_at" = "updated_at";
