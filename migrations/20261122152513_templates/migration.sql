CREATE TABLE "templates" (
	"template_id" text PRIMARY KEY,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"variables" jsonb NOT NULL,
	"page" jsonb NOT NULL,
	"page_revision" integer DEFAULT 1 NOT NULL,
	"page_saved_at" timestamp(3) with time zone NOT NULL,
	"page_saved_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"retired_at" timestamp(3) with time zone,
	CONSTRAINT "templates_page_revision" CHECK ("page_revision" >= 1)
);
--> statement-breakpoint
CREATE INDEX "unique_documents_template_id" ON "unique_documents" ("template_id");--> statement-breakpoint
CREATE INDEX "templates_page_saved_by" ON "templates" ("page_saved_by");--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_page_saved_by_user_profiles_user_profile_id_fkey" FOREIGN KEY ("page_saved_by") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;