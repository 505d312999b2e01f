ALTER TABLE "document_decisions" ADD COLUMN "user_name_comparable" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize("user_name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ')) STORED;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "user_name_order" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(translate(lower(regexp_replace(normalize("user_name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "external_id_comparable" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize("external_id", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ')) STORED;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "external_id_order" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(translate(lower(regexp_replace(normalize("external_id", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "name_comparable" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize("name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ')) STORED;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD COLUMN "name_order" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(translate(lower(regexp_replace(normalize("name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "external_id_comparable" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize("external_id", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ')) STORED;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "external_id_order" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(translate(lower(regexp_replace(normalize("external_id", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "name_comparable" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize("name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ')) STORED;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "name_order" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(translate(lower(regexp_replace(normalize("name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "work_orders" ADD COLUMN "external_id_comparable" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize("external_id", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ')) STORED;--> statement-breakpoint
ALTER TABLE "work_orders" ADD COLUMN "external_id_order" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(translate(lower(regexp_replace(normalize("external_id", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "work_orders" ADD COLUMN "name_comparable" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize("name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ')) STORED;--> statement-breakpoint
ALTER TABLE "work_orders" ADD COLUMN "name_order" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(translate(lower(regexp_replace(normalize("name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g')) STORED;--> statement-breakpoint
DROP INDEX "unique_documents_list";--> statement-breakpoint
CREATE INDEX "unique_documents_list" ON "unique_documents" ("organization_id",greatest("created_at", "updated_at") desc nulls last,"unique_document_id" DESC NULLS LAST);--> statement-breakpoint
DROP INDEX "invoices_list";--> statement-breakpoint
CREATE INDEX "invoices_list" ON "invoices" ("organization_id","created_at" DESC NULLS LAST,"invoice_id" DESC NULLS LAST);--> statement-breakpoint
DROP INDEX "notifications_list";--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" ("user_profile_id","created_at" DESC NULLS LAST,"notification_id" DESC NULLS LAST);--> statement-breakpoint
DROP INDEX "work_orders_list";--> statement-breakpoint
CREATE INDEX "work_orders_list" ON "work_orders" ("organization_id","created_at" DESC NULLS LAST,"work_order_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "unique_documents_list_of_type" ON "unique_documents" ("organization_id","document_type",greatest("created_at", "updated_at") desc nulls last,"unique_document_id" DESC NULLS LAST);--> statement-breakpoint
-- Long pages are kept beside the rows, so that who counts or searches documents does not read them.
ALTER TABLE "unique_documents" SET (toast_tuple_target = 1024);--> statement-breakpoint
ALTER TABLE "document_decisions" SET (toast_tuple_target = 1024);
