CREATE TABLE "sections" (
	"section_id" text PRIMARY KEY,
	"name" text NOT NULL,
	"page" jsonb NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL
);
