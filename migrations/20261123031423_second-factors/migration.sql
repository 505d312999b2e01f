CREATE TABLE "second_factors" (
	"user_id" text PRIMARY KEY,
	"sealed_secret" text NOT NULL,
	"last_step" integer NOT NULL,
	"backup_codes" text[] NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE;