CREATE TABLE "document_sharings" (
	"unique_document_id" text PRIMARY KEY,
	"expires_at" timestamp(3) with time zone,
	"shared_at" timestamp(3) with time zone NOT NULL,
	"shared_by_user_profile_id" text
);
--> statement-breakpoint
CREATE INDEX "document_sharings_shared_by" ON "document_sharings" ("shared_by_user_profile_id");--> statement-breakpoint
ALTER TABLE "document_sharings" ADD CONSTRAINT "document_sharings_4QW1wmpulaMS_fkey" FOREIGN KEY ("unique_document_id") REFERENCES "unique_documents"("unique_document_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "document_sharings" ADD CONSTRAINT "document_sharings_sQN5zYGj4RUc_fkey" FOREIGN KEY ("shared_by_user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;