CREATE TABLE "backup_runs" (
	"backup_run_id" text PRIMARY KEY,
	"started_at" timestamp(3) with time zone NOT NULL,
	"file_name" text,
	"byte_length" bigint,
	"made_at" timestamp(3) with time zone,
	"rehearsed_at" timestamp(3) with time zone,
	"rehearsal_fault" text,
	"fault" text,
	"ended_at" timestamp(3) with time zone,
	"cleared_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "backup_runs_one_at_a_time" ON "backup_runs" (("ended_at" is null)) WHERE "ended_at" is null;--> statement-breakpoint
CREATE INDEX "backup_runs_started_at" ON "backup_runs" ("started_at");