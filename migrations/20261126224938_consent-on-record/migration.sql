ALTER TABLE "signed_general_documents" ADD COLUMN "record_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "consent" text;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "intent" text;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "identified_by" text;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "confirmed_by" text;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "record_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "consent" text;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "intent" text;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "identified_by" text;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "confirmed_by" text;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "declaration_started_ticked" boolean;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "certificate_shows_origin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD CONSTRAINT "signed_general_documents_consent" CHECK ("consent" in ('ticked-by-person', 'ticked-in-advance', 'shown-without-box', 'sent-by-program', 'not-recorded'));--> statement-breakpoint
ALTER TABLE "document_decisions" ADD CONSTRAINT "document_decisions_consent" CHECK ("consent" in ('ticked-by-person', 'ticked-in-advance', 'shown-without-box', 'sent-by-program', 'not-recorded'));