CREATE TABLE "issuers" (
	"issuer_id" text PRIMARY KEY,
	"organization_id" text,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"sealed_client_secret" text NOT NULL,
	"access_record_id" text NOT NULL,
	"added_at" timestamp(3) with time zone NOT NULL,
	"effective_from" timestamp(3) with time zone NOT NULL,
	"record_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "issuers_client" UNIQUE NULLS NOT DISTINCT("organization_id","issuer","client_id")
);
--> statement-breakpoint
CREATE TABLE "linked_identities" (
	"linked_identity_id" text PRIMARY KEY,
	"issuer_id" text NOT NULL,
	"user_id" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"linked_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_records" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "issuer_record_id" text;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD COLUMN "issuer_record_id" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "linkedIdentityId" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "issuerSessionId" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "sealedIdToken" text;--> statement-breakpoint
CREATE INDEX "session_linked_identity" ON "session" ("linkedIdentityId");--> statement-breakpoint
CREATE INDEX "issuers_organization" ON "issuers" ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "linked_identities_subject" ON "linked_identities" ("issuer_id","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "linked_identities_person" ON "linked_identities" ("issuer_id","user_id");--> statement-breakpoint
CREATE INDEX "linked_identities_user" ON "linked_identities" ("user_id");--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_7TRi5Wi1kejX_fkey" FOREIGN KEY ("linkedIdentityId") REFERENCES "linked_identities"("linked_identity_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "issuers" ADD CONSTRAINT "issuers_organization_id_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "linked_identities" ADD CONSTRAINT "linked_identities_issuer_id_issuers_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "issuers"("issuer_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "linked_identities" ADD CONSTRAINT "linked_identities_user_id_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "evidence_events" DROP CONSTRAINT "evidence_events_kind", ADD CONSTRAINT "evidence_events_kind" CHECK ("kind" in ('access.add-issuer', 'access.change', 'access.change-email', 'access.grant', 'access.invite', 'access.lift-hold', 'access.remove', 'access.remove-issuer', 'access.request-email', 'access.reset-factor', 'access.withdraw', 'agreement.bring-in', 'agreement.copy', 'agreement.sign', 'document.approve', 'document.bring-in', 'document.decline', 'document.send', 'document.snapshot', 'invoice.change', 'invoice.issue', 'person.erase'));--> statement-breakpoint
ALTER TABLE "access_records" DROP CONSTRAINT "access_records_kind", ADD CONSTRAINT "access_records_kind" CHECK ("kind" in ('invite', 'withdraw', 'grant', 'change', 'remove', 'request-email', 'change-email', 'reset-factor', 'lift-hold', 'add-issuer', 'remove-issuer'));--> statement-breakpoint
ALTER TABLE "access_records" DROP CONSTRAINT "access_records_outside_chain", ADD CONSTRAINT "access_records_outside_chain" CHECK (not "is_outside_chain" or "kind" in ('withdraw', 'remove', 'remove-issuer') or ("kind" = 'change' and "permission_type" = 'read'));