CREATE TABLE "idempotency_keys" (
	"caller" text,
	"call" text,
	"key" text,
	"request_hash" char(64) NOT NULL,
	"answer" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("caller","call","key")
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" ("created_at");