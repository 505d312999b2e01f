CREATE TABLE "evidence_events" (
	"chain" text,
	"position" integer,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"facts" jsonb NOT NULL,
	"sealed" jsonb NOT NULL,
	"salts" jsonb NOT NULL,
	"previous_head" char(64) NOT NULL,
	"head" char(64) NOT NULL,
	"public_key" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "evidence_events_pkey" PRIMARY KEY("chain","position"),
	CONSTRAINT "evidence_events_kind" CHECK ("kind" in ('agreement.bring-in', 'agreement.copy', 'agreement.sign', 'document.approve', 'document.bring-in', 'document.decline', 'document.send', 'document.snapshot')),
	CONSTRAINT "evidence_events_position" CHECK ("position" > 0)
);
--> statement-breakpoint
CREATE TABLE "evidence_heads" (
	"chain" text PRIMARY KEY,
	"position" integer NOT NULL,
	"head" char(64) NOT NULL
);
--> statement-breakpoint
CREATE INDEX "evidence_events_subject" ON "evidence_events" ("subject_id","kind");--> statement-breakpoint
ALTER TABLE "signed_general_documents" DROP CONSTRAINT "signed_general_documents_Gz5qwO0eTujh_fkey", ADD CONSTRAINT "signed_general_documents_Gz5qwO0eTujh_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "document_decisions" DROP CONSTRAINT "document_decisions_I3B4pSdUlVYK_fkey", ADD CONSTRAINT "document_decisions_I3B4pSdUlVYK_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "document_versions" DROP CONSTRAINT "document_versions_XhjOsKshIBGJ_fkey", ADD CONSTRAINT "document_versions_XhjOsKshIBGJ_fkey" FOREIGN KEY ("sent_by_user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "general_document_versions" DROP CONSTRAINT "general_document_versions_idJUX8GzsXz4_fkey", ADD CONSTRAINT "general_document_versions_idJUX8GzsXz4_fkey" FOREIGN KEY ("general_document_id") REFERENCES "general_documents"("general_document_id") ON DELETE RESTRICT;