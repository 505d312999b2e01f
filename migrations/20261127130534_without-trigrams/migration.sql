-- Searches read the rows of their list. The extensions stay, because others may use them.
DROP FUNCTION IF EXISTS counterpart_find_letters(text, text[], text, integer);--> statement-breakpoint
DROP INDEX IF EXISTS "organizations_letters", "user_profiles_letters", "unique_documents_letters_of_organizations", "work_orders_letters_of_organizations", "invoices_letters_of_organizations", "document_decisions_letters_of_organizations";
