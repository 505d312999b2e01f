CREATE TABLE "evidence_verifications" (
	"verification_id" text PRIMARY KEY,
	"requested_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"compared" text,
	"is_intact" boolean,
	"differences" integer,
	"first_difference" text
);
--> statement-breakpoint
CREATE INDEX "evidence_verifications_ended_at" ON "evidence_verifications" ("ended_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "evidence_verifications_requested_at" ON "evidence_verifications" ("requested_at" DESC NULLS LAST);