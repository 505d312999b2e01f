CREATE TABLE "announcement_organizations" (
	"announcement_id" text,
	"organization_id" text,
	"people" integer,
	CONSTRAINT "announcement_organizations_pkey" PRIMARY KEY("announcement_id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"announcement_id" text PRIMARY KEY,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"is_mailed" boolean NOT NULL,
	"is_to_all" boolean NOT NULL,
	"sent_by" text NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"note_id" text PRIMARY KEY,
	"organization_id" text NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"written_at" timestamp(3) with time zone NOT NULL,
	"changed_by" text,
	"changed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "announcement_organizations_organization_id" ON "announcement_organizations" ("organization_id");--> statement-breakpoint
CREATE INDEX "announcements_list" ON "announcements" ("sent_at" DESC NULLS LAST,"announcement_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notes_organization_id" ON "notes" ("organization_id","written_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "announcement_organizations" ADD CONSTRAINT "announcement_organizations_LbbKmu2c3mLj_fkey" FOREIGN KEY ("announcement_id") REFERENCES "announcements"("announcement_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "announcement_organizations" ADD CONSTRAINT "announcement_organizations_akkG9UZgIN5d_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_organization_id_organizations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("organization_id") ON DELETE CASCADE;