CREATE TABLE "page_presences" (
	"unique_document_id" text,
	"template_id" text,
	"user_profile_id" text NOT NULL,
	"tab_id" text NOT NULL,
	"block_id" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "page_presences_tab" UNIQUE NULLS NOT DISTINCT("unique_document_id","template_id","user_profile_id","tab_id"),
	CONSTRAINT "page_presences_owner" CHECK (num_nonnulls("unique_document_id", "template_id") = 1)
);
--> statement-breakpoint
DROP TABLE "draft_leases";--> statement-breakpoint
CREATE INDEX "page_presences_template_id" ON "page_presences" ("template_id");--> statement-breakpoint
CREATE INDEX "page_presences_user_profile_id" ON "page_presences" ("user_profile_id");--> statement-breakpoint
ALTER TABLE "page_presences" ADD CONSTRAINT "page_presences_MzCa3BGTf3p3_fkey" FOREIGN KEY ("unique_document_id") REFERENCES "unique_documents"("unique_document_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "page_presences" ADD CONSTRAINT "page_presences_template_id_templates_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "templates"("template_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "page_presences" ADD CONSTRAINT "page_presences_FXXF8luMgMht_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE CASCADE;