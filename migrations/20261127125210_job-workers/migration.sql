CREATE TABLE "job_workers" (
	"worker_id" uuid PRIMARY KEY,
	"process" integer NOT NULL,
	"queue" text NOT NULL,
	"job_id" uuid NOT NULL,
	"retry_count" integer NOT NULL
);
