ALTER TABLE "invoices" ADD COLUMN "gst_percent" numeric(9,6);--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "is_gst_registered" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "gst_percent" numeric(9,6) DEFAULT '10' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_gst_percent" CHECK ("gst_percent" > 0 and "gst_percent" <= 100);--> statement-breakpoint
UPDATE "invoices" SET "gst_percent" = 10 WHERE "total" IS NOT NULL;