ALTER TABLE "signed_general_documents" ADD COLUMN "access_record_id" text;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "authorised_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "access_given_by" text;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "access_record_id" text;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "authorised_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "access_given_by" text;