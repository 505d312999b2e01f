CREATE TABLE "image_files" (
	"image_id" text,
	"width" integer,
	"sha256" char(64) NOT NULL,
	"byte_length" bigint NOT NULL,
	CONSTRAINT "image_files_pkey" PRIMARY KEY("image_id","width"),
	CONSTRAINT "image_files_width" CHECK ("width" in (480, 960, 1600))
);
--> statement-breakpoint
CREATE TABLE "images" (
	"image_id" text PRIMARY KEY,
	"organization_id" text,
	"source_url" text,
	"sha256" char(64),
	"byte_length" bigint,
	"content_type" text,
	"width" integer,
	"height" integer,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp(3) with time zone,
	"failure" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "images_whole" CHECK (num_nulls(sha256, byte_length, content_type, width, height) in (0, 5)),
	CONSTRAINT "images_known" CHECK ("source_url" is not null or "sha256" is not null),
	CONSTRAINT "images_one_end" CHECK ("sha256" is null or "failure" is null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "images_source_url" ON "images" (md5("source_url"));--> statement-breakpoint
CREATE INDEX "images_organization_id" ON "images" ("organization_id");--> statement-breakpoint
ALTER TABLE "image_files" ADD CONSTRAINT "image_files_image_id_images_image_id_fkey" FOREIGN KEY ("image_id") REFERENCES "images"("image_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_organization_id_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE RESTRICT;