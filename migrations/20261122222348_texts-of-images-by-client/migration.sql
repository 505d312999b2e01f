CREATE TABLE "image_texts" (
	"image_id" text NOT NULL,
	"organization_id" text,
	"alt" text NOT NULL,
	CONSTRAINT "image_texts_image_organization" UNIQUE NULLS NOT DISTINCT("image_id","organization_id")
);
--> statement-breakpoint
ALTER TABLE "images" DROP COLUMN "alt";--> statement-breakpoint
CREATE INDEX "image_texts_organization_id" ON "image_texts" ("organization_id");--> statement-breakpoint
ALTER TABLE "image_texts" ADD CONSTRAINT "image_texts_image_id_images_image_id_fkey" FOREIGN KEY ("image_id") REFERENCES "images"("image_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "image_texts" ADD CONSTRAINT "image_texts_organization_id_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE CASCADE;