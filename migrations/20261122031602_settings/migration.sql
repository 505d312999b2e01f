CREATE TABLE "number_series" (
	"numbered" text,
	"prefix" text,
	"next_number" integer NOT NULL,
	CONSTRAINT "number_series_pkey" PRIMARY KEY("numbered","prefix"),
	CONSTRAINT "number_series_numbered" CHECK ("numbered" in ('document', 'invoice'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"settings_id" text PRIMARY KEY,
	"company_name" text NOT NULL,
	"product_name" text NOT NULL,
	"company_site" text NOT NULL,
	"abn" text,
	"address" text,
	"logo_image_id" text,
	"accent" text NOT NULL,
	"accent_dark" text NOT NULL,
	"document_prefix" text NOT NULL,
	"document_digits" integer NOT NULL,
	"invoice_prefix" text NOT NULL,
	"invoice_digits" integer NOT NULL,
	"reply_to" text,
	"time_zone" text NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "settings_one_row" CHECK ("settings_id" = 'settings')
);
--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_logo_image_id_images_image_id_fkey" FOREIGN KEY ("logo_image_id") REFERENCES "images"("image_id") ON DELETE SET NULL;