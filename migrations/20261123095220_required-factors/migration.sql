ALTER TABLE "organizations" ADD COLUMN "requires_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "requires_factor" boolean DEFAULT false NOT NULL;