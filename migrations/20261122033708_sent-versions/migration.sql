CREATE TABLE "document_versions" (
	"unique_document_id" text,
	"organization_id" text NOT NULL,
	"number" integer,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"sent_by_user_profile_id" text,
	"page" jsonb NOT NULL,
	"work" jsonb NOT NULL,
	CONSTRAINT "document_versions_pkey" PRIMARY KEY("unique_document_id","number"),
	CONSTRAINT "document_versions_number" CHECK ("number" >= 1)
);
--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "version_number" integer;--> statement-breakpoint
CREATE INDEX "document_versions_organization_id" ON "document_versions" ("organization_id");--> statement-breakpoint
CREATE INDEX "document_versions_sent_by" ON "document_versions" ("sent_by_user_profile_id");--> statement-breakpoint
ALTER TABLE "document_decisions" ADD CONSTRAINT "document_decisions_version" FOREIGN KEY ("unique_document_id","version_number") REFERENCES "document_versions"("unique_document_id","number") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_XhjOsKshIBGJ_fkey" FOREIGN KEY ("sent_by_user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document" FOREIGN KEY ("unique_document_id","organization_id") REFERENCES "unique_documents"("unique_document_id","organization_id") ON DELETE RESTRICT;--> statement-breakpoint
-- What waits for a decision was sent as it is now: from here on its clients read this version.
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
				AND "work"."organization_id" = "document"."organization_id")), '[]'))
FROM "unique_documents" AS "document" WHERE "status" = 'PENDING';
