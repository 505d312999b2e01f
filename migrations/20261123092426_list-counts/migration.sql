CREATE TABLE "list_counts" (
	"list_count_id" text PRIMARY KEY DEFAULT gen_random_uuid(),
	"list" text NOT NULL,
	"organization_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"rows" integer NOT NULL,
	"amount" numeric NOT NULL,
	"amounts" integer NOT NULL,
	"hidden" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "list_counts_figure" ON "list_counts" ("list","organization_id","kind","status");