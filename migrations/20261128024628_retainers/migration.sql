CREATE TABLE "retainer_lines" (
	"retainer_id" text,
	"position" integer,
	"description" text NOT NULL,
	"quantity" numeric(18,6) NOT NULL,
	"unit" text,
	"rate" numeric(18,6) NOT NULL,
	"discount_percent" numeric(9,6) NOT NULL,
	"has_gst" boolean NOT NULL,
	CONSTRAINT "retainer_lines_pkey" PRIMARY KEY("retainer_id","position")
);
--> statement-breakpoint
CREATE TABLE "retainer_periods" (
	"retainer_id" text,
	"starts_on" date,
	"ends_on" date NOT NULL,
	"prepared_at" timestamp(3) with time zone NOT NULL,
	"invoice_id" text,
	"work_order_id" text,
	CONSTRAINT "retainer_periods_pkey" PRIMARY KEY("retainer_id","starts_on")
);
--> statement-breakpoint
CREATE TABLE "retainers" (
	"retainer_id" text PRIMARY KEY,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"period" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"pauses" jsonb NOT NULL,
	"work_name" text,
	"work_description" text,
	"issues_itself" boolean NOT NULL,
	"status" text NOT NULL,
	"next_index" integer NOT NULL,
	"next_on" date,
	"owner_id" text,
	"record_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"words" tsvector GENERATED ALWAYS AS (array_to_tsvector(array_append(array_remove(string_to_array(regexp_replace(regexp_replace(regexp_replace(regexp_replace(case when counterpart_fold(("name")) ~ E'[\u0027\u2019\u2018\u201b\u02bc\u02bb\u02b9\u2032`\ua78c\u055a\u05f3\u200b]' then translate(counterpart_fold(("name")), E'\u0027\u2019\u2018\u201b\u02bc\u02bb\u02b9\u2032`\ua78c\u055a\u05f3\u200b', E'             ') || ' ' || translate(counterpart_fold(("name")), E'\u0027\u2019\u2018\u201b\u02bc\u02bb\u02b9\u2032`\ua78c\u055a\u05f3\u200b', '') else counterpart_fold(("name")) end, '[\U000000ad-\U000000ad\U00000591-\U000005bd\U000005bf-\U000005bf\U000005c1-\U000005c2\U000005c4-\U000005c5\U000005c7-\U000005c7\U00000640-\U00000640\U0000064b-\U0000065f\U00000670-\U00000670\U0000061c-\U0000061c\U0000180e-\U0000180e\U0000200c-\U0000200f\U0000202a-\U0000202e\U00002060-\U00002064\U00002066-\U00002069\U0000fe00-\U0000fe0f\U0000feff-\U0000feff]', '', 'g'), '([\U00000e01-\U00000eff\U00001000-\U0000109f\U00001780-\U000017ff\U00003005-\U00003007\U00003040-\U000030ff\U000031f0-\U000031ff\U00003400-\U00004dbf\U00004e00-\U00009fff\U00020000-\U0003ffff])', ' \1 ', 'g'), '[\U00000001-\U0000002f\U0000003a-\U00000040\U0000005b-\U00000060\U0000007b-\U000000bf\U000000d7-\U000000d7\U000000f7-\U000000f7\U000005be-\U000005be\U000005c0-\U000005c0\U000005c3-\U000005c3\U000005f3-\U000005f4\U0000060c-\U0000060c\U0000061b-\U0000061f\U0000066a-\U0000066d\U000006d4-\U000006d4\U00000964-\U00000965\U00002000-\U0000206f\U000020a0-\U000020bf\U00002e00-\U00002e7f\U00003000-\U00003004\U00003008-\U00003020\U000030fb-\U000030fb]+', ' ', 'g'), '([^ ]{80})[^ ]+', '\1', 'g'), ' '), ''), '@' || "organization_id"))) STORED,
	CONSTRAINT "retainers_period" CHECK ("period" in ('WEEK', 'FORTNIGHT', 'MONTH', 'QUARTER', 'YEAR')),
	CONSTRAINT "retainers_status" CHECK ("status" in ('ACTIVE', 'PAUSED', 'ENDED'))
);
--> statement-breakpoint
CREATE INDEX "invoices_drafts" ON "invoices" ("created_at","invoice_id") WHERE "invoice_status" = 'UNPAID' and not ("issued_at" is not null);--> statement-breakpoint
CREATE INDEX "retainer_periods_invoice_id" ON "retainer_periods" ("invoice_id");--> statement-breakpoint
CREATE INDEX "retainer_periods_work_order_id" ON "retainer_periods" ("work_order_id");--> statement-breakpoint
CREATE INDEX "retainers_organization_id" ON "retainers" ("organization_id");--> statement-breakpoint
CREATE INDEX "retainers_next_on" ON "retainers" ("next_on","retainer_id");--> statement-breakpoint
CREATE INDEX "retainers_owner_id" ON "retainers" ("owner_id");--> statement-breakpoint
CREATE INDEX "retainers_words" ON "retainers" USING gin ("words");--> statement-breakpoint
ALTER TABLE "retainer_lines" ADD CONSTRAINT "retainer_lines_retainer_id_retainers_retainer_id_fkey" FOREIGN KEY ("retainer_id") REFERENCES "retainers"("retainer_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "retainer_periods" ADD CONSTRAINT "retainer_periods_retainer_id_retainers_retainer_id_fkey" FOREIGN KEY ("retainer_id") REFERENCES "retainers"("retainer_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "retainer_periods" ADD CONSTRAINT "retainer_periods_invoice_id_invoices_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("invoice_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "retainer_periods" ADD CONSTRAINT "retainer_periods_work_order_id_work_orders_work_order_id_fkey" FOREIGN KEY ("work_order_id") REFERENCES "work_orders"("work_order_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "retainers" ADD CONSTRAINT "retainers_organization_id_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "retainers" ADD CONSTRAINT "retainers_owner_id_user_profiles_user_profile_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;