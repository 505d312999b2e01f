-- Codes live for ten minutes; who has an old one asks for another.
DELETE FROM "signing_codes";--> statement-breakpoint
ALTER TABLE "signing_codes" ADD COLUMN "signing_code_id" text;--> statement-breakpoint
ALTER TABLE "signing_codes" DROP CONSTRAINT "signing_codes_pkey";--> statement-breakpoint
ALTER TABLE "signing_codes" ADD PRIMARY KEY ("signing_code_id");--> statement-breakpoint
CREATE INDEX "signing_codes_general_document_id" ON "signing_codes" ("general_document_id");