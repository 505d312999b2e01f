CREATE INDEX "signed_general_documents_file_id" ON "signed_general_documents" ("file_id");--> statement-breakpoint
CREATE INDEX "document_decisions_user_profile_id" ON "document_decisions" ("user_profile_id");--> statement-breakpoint
CREATE INDEX "document_snapshots_file_id" ON "document_snapshots" ("file_id");--> statement-breakpoint
CREATE INDEX "organization_permission_requests_requested_by" ON "organization_permission_requests" ("requested_by_user_profile_id");