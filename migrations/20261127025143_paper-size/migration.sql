ALTER TABLE "settings" ADD COLUMN "paper_size" text DEFAULT 'A4' NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_paper_size" CHECK ("paper_size" in ('A4', 'Letter'));