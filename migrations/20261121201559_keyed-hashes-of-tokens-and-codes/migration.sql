ALTER TABLE "mails" ADD COLUMN "sealed" text;--> statement-breakpoint
-- What was stored before is no keyed hash: everybody signs in again, and asks for a new code.
DELETE FROM "session";--> statement-breakpoint
DELETE FROM "verification";--> statement-breakpoint
DELETE FROM "signing_codes";--> statement-breakpoint
DELETE FROM "signature_confirmations";
