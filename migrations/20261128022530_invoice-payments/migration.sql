CREATE TABLE "invoice_payments" (
	"payment_id" text PRIMARY KEY,
	"invoice_id" text NOT NULL,
	"paid_on" date NOT NULL,
	"amount" numeric(18,6) NOT NULL,
	"reference" text,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	"recorded_by" text,
	CONSTRAINT "invoice_payments_amount" CHECK ("amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "amount_paid" numeric(18,6) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "terms" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "waiting_amount" numeric(18,6);--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payment_terms" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "default_due_days" integer DEFAULT 14;--> statement-breakpoint
-- A portal that exists mails no reminders of invoices until its owner sets the days.
ALTER TABLE "settings" ADD COLUMN "overdue_first_days" integer;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "overdue_first_days" SET DEFAULT 3;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "overdue_second_days" integer;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "overdue_second_days" SET DEFAULT 7;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "overdue_third_days" integer;--> statement-breakpoint
ALTER TABLE "settings" ALTER COLUMN "overdue_third_days" SET DEFAULT 14;--> statement-breakpoint
CREATE INDEX "invoice_payments_invoice_id" ON "invoice_payments" ("invoice_id","paid_on","payment_id");--> statement-breakpoint
CREATE INDEX "invoice_payments_recorded_by" ON "invoice_payments" ("recorded_by");--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_invoice_id_invoices_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("invoice_id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_recorded_by_user_profiles_user_profile_id_fkey" FOREIGN KEY ("recorded_by") REFERENCES "user_profiles"("user_profile_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_paid" CHECK ("amount_paid" = 0 or ("amount_paid" > 0 and "amount_paid" <= coalesce("total", 0)));