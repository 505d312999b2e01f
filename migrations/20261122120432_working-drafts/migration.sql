CREATE TABLE "document_revisions" (
	"unique_document_id" text,
	"organization_id" text NOT NULL,
	"number" integer,
	"saved_at" timestamp(3) with time zone NOT NULL,
	"saved_by" text,
	"kept_at" timestamp(3) with time zone NOT NULL,
	"because" text NOT NULL,
	"page" jsonb NOT NULL,
	CONSTRAINT "document_revisions_pkey" PRIMARY KEY("unique_document_id","number"),
	CONSTRAINT "document_revisions_because" CHECK ("because" in ('SENT', 'COLLEAGUE', 'RESTORED', 'WORK')),
	CONSTRAINT "document_revisions_number" CHECK ("number" >= 1)
);
--> statement-breakpoint
CREATE TABLE "draft_leases" (
	"unique_document_id" text PRIMARY KEY,
	"user_profile_id" text NOT NULL,
	"until" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_versions" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "page_revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "page_saved_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "page_saved_by" text;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "withdrawn_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "withdrawal_reason" text;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "predecessor_id" text;--> statement-breakpoint
CREATE INDEX "unique_documents_predecessor_id" ON "unique_documents" ("predecessor_id","organization_id");--> statement-breakpoint
CREATE INDEX "unique_documents_page_saved_by" ON "unique_documents" ("page_saved_by");--> statement-breakpoint
CREATE INDEX "document_revisions_organization_id" ON "document_revisions" ("organization_id");--> statement-breakpoint
CREATE INDEX "document_revisions_saved_by" ON "document_revisions" ("saved_by");--> statement-breakpoint
CREATE INDEX "draft_leases_user_profile_id" ON "draft_leases" ("user_profile_id");--> statement-breakpoint
ALTER TABLE "unique_documents" ADD CONSTRAINT "unique_documents_RGH5sfP4CsWR_fkey" FOREIGN KEY ("page_saved_by") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD CONSTRAINT "unique_documents_predecessor" FOREIGN KEY ("predecessor_id","organization_id") REFERENCES "unique_documents"("unique_document_id","organization_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "document_revisions" ADD CONSTRAINT "document_revisions_saved_by_user_profiles_user_profile_id_fkey" FOREIGN KEY ("saved_by") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "document_revisions" ADD CONSTRAINT "document_revisions_document" FOREIGN KEY ("unique_document_id","organization_id") REFERENCES "unique_documents"("unique_document_id","organization_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "draft_leases" ADD CONSTRAINT "draft_leases_CKMhEekFSKXk_fkey" FOREIGN KEY ("unique_document_id") REFERENCES "unique_documents"("unique_document_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "draft_leases" ADD CONSTRAINT "draft_leases_user_profile_id_user_profiles_user_profile_id_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD CONSTRAINT "unique_documents_withdrawn" CHECK (("withdrawn_at" is null) = ("withdrawal_reason" is null) and ("withdrawn_at" is null or "status" = 'DRAFT'));--> statement-breakpoint
UPDATE "unique_documents" SET "page_saved_at" = greatest("created_at", "updated_at");--> statement-breakpoint
-- A draft that clients see is from now on what they see of it, whatever is written on its page.
INSERT INTO "document_versions" ("unique_document_id", "organization_id", "number", "sent_at", "page", "work")
SELECT "unique_document_id", "organization_id", 1, greatest("created_at", "updated_at"), "puck_state", jsonb_build_object(
	'workOrders', coalesce((
		SELECT jsonb_agg(jsonb_build_object(
			'workOrderId', "work"."work_order_id",
			'name', "work"."name",
			'description', "work"."description",
			'products', coalesce((
				SELECT jsonb_agg(jsonb_build_object('productId', "line"."product_id", 'total', "line"."total") ORDER BY "line"."position")
				FROM "work_order_products" AS "line" WHERE "line"."work_order_id" = "work"."work_order_id"), '[]'),
			'discountPercent', "work"."discount_percent",
			'discountName', "work"."discount_name",
			'optional', jsonb_build_object('isOptional', "work"."is_optional", 'doesClientWantWorkDone', "work"."does_client_want_work_done")
		) ORDER BY "work"."work_order_id")
		FROM "work_orders" AS "work"
		WHERE "work"."unique_document_id" = "document"."unique_document_id"
			AND "work"."organization_id" = "document"."organization_id"), '[]'),
	'products', coalesce((
		SELECT jsonb_agg(jsonb_build_object(
			'productId', "product"."product_id",
			'productName', "product"."product_name",
			'productUnit', "product"."product_unit",
			'productRate', "product"."product_rate") ORDER BY "product"."product_id")
		FROM "products" AS "product"
		WHERE "product"."deleted_at" IS NULL AND "product"."product_id" IN (
			SELECT "line"."product_id" FROM "work_order_products" AS "line"
			JOIN "work_orders" AS "work" ON "work"."work_order_id" = "line"."work_order_id"
			WHERE "work"."unique_document_id" = "document"."unique_document_id"
				AND "work"."organization_id" = "document"."organization_id")), '[]')) || coalesce((
		SELECT jsonb_build_object('gstPercent', CASE WHEN "is_gst_registered" THEN "gst_percent" ELSE 0 END)
		FROM "settings" WHERE NOT "is_gst_registered" OR "gst_percent" <> 10), '{}')
FROM "unique_documents" AS "document" WHERE "status" = 'DRAFT' AND "shown_at" IS NOT NULL
	AND NOT EXISTS (SELECT FROM "document_versions" AS "sent" WHERE "sent"."unique_document_id" = "document"."unique_document_id");
