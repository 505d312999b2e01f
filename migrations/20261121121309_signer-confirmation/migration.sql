CREATE TABLE "signature_confirmations" (
	"token_hash" char(64) PRIMARY KEY,
	"signed_general_document_id" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_codes" (
	"general_document_id" text,
	"email" text,
	"code_hash" char(64) NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "signing_codes_pkey" PRIMARY KEY("general_document_id","email")
);
--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "email_confirmed_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "signature_confirmations_signature" ON "signature_confirmations" ("signed_general_document_id");--> statement-breakpoint
CREATE INDEX "signature_confirmations_expires_at" ON "signature_confirmations" ("expires_at");--> statement-breakpoint
CREATE INDEX "signing_codes_expires_at" ON "signing_codes" ("expires_at");--> statement-breakpoint
ALTER TABLE "signature_confirmations" ADD CONSTRAINT "signature_confirmations_ai0nesQl2gHc_fkey" FOREIGN KEY ("signed_general_document_id") REFERENCES "signed_general_documents"("signed_general_document_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "signing_codes" ADD CONSTRAINT "signing_codes_701ZHjEpt1Fw_fkey" FOREIGN KEY ("general_document_id") REFERENCES "general_documents"("general_document_id") ON DELETE CASCADE;