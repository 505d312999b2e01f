ALTER TABLE "notifications" ADD COLUMN "audience" text DEFAULT 'organization' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "organization_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_audience" CHECK ("audience" in ('organization', 'person', 'company'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_organization" CHECK (("audience" = 'organization') = ("organization_id" is not null));