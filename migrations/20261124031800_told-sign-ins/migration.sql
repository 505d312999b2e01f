ALTER TABLE "account" ADD COLUMN "isUntold" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "madeWith" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "isUntold" boolean DEFAULT false NOT NULL;