CREATE TABLE "document_openings" (
	"document_opening_id" text PRIMARY KEY,
	"unique_document_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"user_profile_id" text,
	"what" text NOT NULL,
	"first_at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "document_openings_once" UNIQUE NULLS NOT DISTINCT("unique_document_id","what","user_profile_id"),
	CONSTRAINT "document_openings_what" CHECK ("what" in ('page', 'pdf')),
	CONSTRAINT "document_openings_times" CHECK ("times" >= 1)
);
--> statement-breakpoint
CREATE INDEX "document_openings_organization_id" ON "document_openings" ("organization_id");--> statement-breakpoint
CREATE INDEX "document_openings_user_profile_id" ON "document_openings" ("user_profile_id");--> statement-breakpoint
ALTER TABLE "document_openings" ADD CONSTRAINT "document_openings_Jn8S5sgfdCt2_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "document_openings" ADD CONSTRAINT "document_openings_document" FOREIGN KEY ("unique_document_id","organization_id") REFERENCES "unique_documents"("unique_document_id","organization_id") ON DELETE CASCADE;