CREATE TABLE "user_profiles" (
	"user_profile_id" text PRIMARY KEY,
	"auth_user_id" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"active_organization_id" text,
	"is_staff" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "general_documents" (
	"general_document_id" text PRIMARY KEY,
	"name" text NOT NULL,
	"rich_text" text NOT NULL,
	"signature_type" text NOT NULL,
	"is_general_terms" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "general_documents_signature_type" CHECK ("signature_type" in ('ACKNOWLEDGE', 'ACKNOWLEDGE_NEW_ORG'))
);
--> statement-breakpoint
CREATE TABLE "signed_general_documents" (
	"signed_general_document_id" text PRIMARY KEY,
	"general_document_id" text NOT NULL,
	"user_profile_id" text,
	"user_first_name" text NOT NULL,
	"user_last_name" text NOT NULL,
	"user_email" text NOT NULL,
	"organization_id" text,
	"organization_name" text,
	"global_organization_identifier" text,
	"file_id" text,
	"signed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"audit_event_id" text PRIMARY KEY,
	"at" timestamp(3) with time zone NOT NULL,
	"action" text NOT NULL,
	"user_profile_id" text,
	"organization_id" text,
	"subject_id" text NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_decisions" (
	"unique_document_id" text PRIMARY KEY,
	"decision" text NOT NULL,
	"decided_at" timestamp(3) with time zone NOT NULL,
	"user_profile_id" text,
	"user_name" text NOT NULL,
	"user_email" text NOT NULL,
	"organization_name" text NOT NULL,
	"organization_permission_id" text,
	"declaration" text,
	"content_hash" char(64) NOT NULL,
	"page" jsonb NOT NULL,
	"total_cost" numeric(18,6),
	"ip_address" text,
	"user_agent" text,
	CONSTRAINT "document_decisions_decision" CHECK ("decision" in ('APPROVED', 'DECLINED')),
	CONSTRAINT "document_decisions_hash" CHECK ("content_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "document_snapshots" (
	"document_snapshot_id" text PRIMARY KEY,
	"unique_document_id" text NOT NULL,
	"status" text NOT NULL,
	"file_id" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_snapshots_status" CHECK ("status" in ('DRAFT', 'PENDING', 'APPROVED', 'DECLINED'))
);
--> statement-breakpoint
CREATE TABLE "unique_documents" (
	"unique_document_id" text PRIMARY KEY,
	"organization_id" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"template_id" text,
	"document_type" text NOT NULL,
	"status" text NOT NULL,
	"invoice_id" text,
	"puck_state" jsonb NOT NULL,
	"total_cost" numeric(18,6),
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unique_documents_status" CHECK ("status" in ('DRAFT', 'PENDING', 'APPROVED', 'DECLINED')),
	CONSTRAINT "unique_documents_type" CHECK ("document_type" in ('PROPOSAL', 'SCOPE_OF_WORK', 'LEGAL_DOCUMENT'))
);
--> statement-breakpoint
CREATE TABLE "files" (
	"file_id" text PRIMARY KEY,
	"organization_id" text,
	"sha256" char(64) NOT NULL,
	"byte_length" bigint NOT NULL,
	"content_type" text NOT NULL,
	"file_name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY,
	"accountId" text NOT NULL,
	"providerId" text NOT NULL,
	"userId" text NOT NULL,
	"accessToken" text,
	"refreshToken" text,
	"idToken" text,
	"accessTokenExpiresAt" timestamp(3) with time zone,
	"refreshTokenExpiresAt" timestamp(3) with time zone,
	"scope" text,
	"password" text,
	"createdAt" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jwks" (
	"id" text PRIMARY KEY,
	"publicKey" text NOT NULL,
	"privateKey" text NOT NULL,
	"createdAt" timestamp(3) with time zone NOT NULL,
	"expiresAt" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY,
	"expiresAt" timestamp(3) with time zone NOT NULL,
	"token" text NOT NULL,
	"createdAt" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ipAddress" text,
	"userAgent" text,
	"userId" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"emailVerified" boolean DEFAULT false NOT NULL,
	"image" text,
	"createdAt" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expiresAt" timestamp(3) with time zone NOT NULL,
	"createdAt" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY,
	"attempts" integer NOT NULL,
	"window_ends_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"invoice_id" text PRIMARY KEY,
	"organization_id" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"xero_link" text,
	"invoice_status" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_status" CHECK ("invoice_status" in ('PAID', 'UNPAID', 'CANCELLED'))
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"mail_id" text PRIMARY KEY,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"attachment_file_id" text,
	"event" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"notification_id" text PRIMARY KEY,
	"user_profile_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"message" text NOT NULL,
	"link" text,
	"read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"event" text
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"organization_id" text PRIMARY KEY,
	"organization_name" text NOT NULL,
	"status" text NOT NULL,
	"quick_links" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organizations_status" CHECK ("status" in ('ACTIVE', 'INACTIVE'))
);
--> statement-breakpoint
CREATE TABLE "organization_permission_requests" (
	"organization_permission_request_id" text PRIMARY KEY,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"permission_type" text NOT NULL,
	"requested_by_user_profile_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_permission_requests_type" CHECK ("permission_type" in ('read', 'write'))
);
--> statement-breakpoint
CREATE TABLE "organization_permissions" (
	"organization_permission_id" text PRIMARY KEY,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"permission_type" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_permissions_type" CHECK ("permission_type" in ('read', 'write'))
);
--> statement-breakpoint
CREATE TABLE "products" (
	"product_id" text PRIMARY KEY,
	"product_name" text NOT NULL,
	"product_unit" text,
	"product_rate" numeric(18,6),
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "work_order_products" (
	"work_order_id" text,
	"position" integer,
	"product_id" text NOT NULL,
	"total" numeric(18,6),
	CONSTRAINT "work_order_products_pkey" PRIMARY KEY("work_order_id","position"),
	CONSTRAINT "work_order_products_total" CHECK ("total" >= 0.001)
);
--> statement-breakpoint
CREATE TABLE "work_orders" (
	"work_order_id" text PRIMARY KEY,
	"organization_id" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"unique_document_id" text,
	"invoice_id" text,
	"work_order_status" text NOT NULL,
	"is_optional" boolean NOT NULL,
	"does_client_want_work_done" boolean NOT NULL,
	"discount_percent" numeric(9,6) NOT NULL,
	"discount_name" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "work_orders_status" CHECK ("work_order_status" in ('DRAFT', 'OPEN', 'IN_PROGRESS', 'IN_REVIEW', 'UAT', 'DONE', 'ARCHIVED')),
	CONSTRAINT "work_orders_discount_percent" CHECK ("discount_percent" between 0 and 100)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_profiles_auth_user_id" ON "user_profiles" ("auth_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_profiles_email" ON "user_profiles" (lower("email"));--> statement-breakpoint
CREATE INDEX "user_profiles_active_organization_id" ON "user_profiles" ("active_organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "general_documents_general_terms" ON "general_documents" ("is_general_terms") WHERE "is_general_terms";--> statement-breakpoint
CREATE INDEX "signed_general_documents_list" ON "signed_general_documents" ("organization_id","signed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signed_general_documents_general_document_id" ON "signed_general_documents" ("general_document_id");--> statement-breakpoint
CREATE INDEX "signed_general_documents_user_profile_id" ON "signed_general_documents" ("user_profile_id");--> statement-breakpoint
CREATE INDEX "audit_events_subject_id" ON "audit_events" ("subject_id","at");--> statement-breakpoint
CREATE INDEX "audit_events_organization_id" ON "audit_events" ("organization_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "document_snapshots_once" ON "document_snapshots" ("unique_document_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "unique_documents_slug" ON "unique_documents" ("slug");--> statement-breakpoint
CREATE INDEX "unique_documents_list" ON "unique_documents" ("organization_id","updated_at" DESC NULLS LAST,"unique_document_id");--> statement-breakpoint
CREATE INDEX "unique_documents_invoice_id" ON "unique_documents" ("invoice_id");--> statement-breakpoint
CREATE INDEX "files_organization_id" ON "files" ("organization_id");--> statement-breakpoint
CREATE INDEX "files_sha256" ON "files" ("sha256");--> statement-breakpoint
CREATE INDEX "account_user" ON "account" ("userId");--> statement-breakpoint
CREATE UNIQUE INDEX "session_token" ON "session" ("token");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" ("userId");--> statement-breakpoint
CREATE UNIQUE INDEX "user_email" ON "user" ("email");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "verification" ("identifier");--> statement-breakpoint
CREATE INDEX "rate_limits_window_ends_at" ON "rate_limits" ("window_ends_at");--> statement-breakpoint
CREATE INDEX "invoices_list" ON "invoices" ("organization_id","created_at" DESC NULLS LAST,"invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" ("recipient","event");--> statement-breakpoint
CREATE INDEX "mails_attachment_file_id" ON "mails" ("attachment_file_id");--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" ("user_profile_id","created_at" DESC NULLS LAST,"notification_id");--> statement-breakpoint
CREATE INDEX "notifications_organization_id" ON "notifications" ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" ("user_profile_id","event");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_permission_requests_email" ON "organization_permission_requests" ("organization_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "organization_permissions_person" ON "organization_permissions" ("user_id","organization_id");--> statement-breakpoint
CREATE INDEX "organization_permissions_organization_id" ON "organization_permissions" ("organization_id");--> statement-breakpoint
CREATE INDEX "work_order_products_product_id" ON "work_order_products" ("product_id");--> statement-breakpoint
CREATE INDEX "work_orders_list" ON "work_orders" ("organization_id","created_at" DESC NULLS LAST,"work_order_id");--> statement-breakpoint
CREATE INDEX "work_orders_unique_document_id" ON "work_orders" ("unique_document_id");--> statement-breakpoint
CREATE INDEX "work_orders_invoice_id" ON "work_orders" ("invoice_id");--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_auth_user_id_user_id_fkey" FOREIGN KEY ("auth_user_id") REFERENCES "user"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "user_profiles" ADD CONSTRAINT "user_profiles_pQkejIK5gjDE_fkey" FOREIGN KEY ("active_organization_id") REFERENCES "organizations"("organization_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD CONSTRAINT "signed_general_documents_wMVac6Eh0cps_fkey" FOREIGN KEY ("general_document_id") REFERENCES "general_documents"("general_document_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD CONSTRAINT "signed_general_documents_Gz5qwO0eTujh_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD CONSTRAINT "signed_general_documents_Aq0FAMIdgbXv_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD CONSTRAINT "signed_general_documents_file_id_files_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("file_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD CONSTRAINT "document_decisions_qhwo6XKc9w1m_fkey" FOREIGN KEY ("unique_document_id") REFERENCES "unique_documents"("unique_document_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "document_decisions" ADD CONSTRAINT "document_decisions_I3B4pSdUlVYK_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "document_snapshots" ADD CONSTRAINT "document_snapshots_wkLEKShc4Vyy_fkey" FOREIGN KEY ("unique_document_id") REFERENCES "unique_documents"("unique_document_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "document_snapshots" ADD CONSTRAINT "document_snapshots_file_id_files_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "files"("file_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD CONSTRAINT "unique_documents_DgmLdoTbUr25_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "unique_documents" ADD CONSTRAINT "unique_documents_invoice_id_invoices_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("invoice_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_organization_id_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_userId_user_id_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_userId_user_id_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_attachment_file_id_files_file_id_fkey" FOREIGN KEY ("attachment_file_id") REFERENCES "files"("file_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_1grm77v08o01_fkey" FOREIGN KEY ("user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_uCQQnVIC31Qv_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "organization_permission_requests" ADD CONSTRAINT "organization_permission_requests_xAyK2NfP2L5f_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "organization_permission_requests" ADD CONSTRAINT "organization_permission_requests_Iw41TAE3Pzsq_fkey" FOREIGN KEY ("requested_by_user_profile_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "organization_permissions" ADD CONSTRAINT "organization_permissions_AugGhMFxq6QN_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "organization_permissions" ADD CONSTRAINT "organization_permissions_Wt9isDpkxHvd_fkey" FOREIGN KEY ("user_id") REFERENCES "user_profiles"("user_profile_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "work_order_products" ADD CONSTRAINT "work_order_products_d74t6lNbgHbb_fkey" FOREIGN KEY ("work_order_id") REFERENCES "work_orders"("work_order_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "work_order_products" ADD CONSTRAINT "work_order_products_product_id_products_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("product_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "work_orders" ADD CONSTRAINT "work_orders_organization_id_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "work_orders" ADD CONSTRAINT "work_orders_wjEhm0N3C87U_fkey" FOREIGN KEY ("unique_document_id") REFERENCES "unique_documents"("unique_document_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "work_orders" ADD CONSTRAINT "work_orders_invoice_id_invoices_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("invoice_id") ON DELETE SET NULL;