ALTER TABLE "images" ADD COLUMN "alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
WITH "pages" AS (
    SELECT "puck_state" AS "page", "page_saved_at" AS "at" FROM "unique_documents"
    UNION ALL SELECT "page", "page_saved_at" FROM "templates"
    UNION ALL SELECT "page", "made_at" FROM "sections"),
  "shown" AS (
    SELECT btrim("props" ->> 'src') AS "src", btrim("props" ->> 'alt') AS "alt", "at"
    FROM "pages", jsonb_path_query("page", '$.** ? (@.type == "Image").props') AS "props"
    WHERE jsonb_typeof("props") = 'object' AND btrim("props" ->> 'alt') <> '' AND length("props" ->> 'alt') <= 2000),
  "described" AS (
    SELECT "image_id", "shown"."alt", "at" FROM "shown"
      JOIN "images" AS "own" ON "own"."image_id" = substring("src" FROM '^/images/([A-Za-z0-9_-]{22})(?:/|$)')
    UNION ALL SELECT "image_id", "shown"."alt", "at" FROM "shown"
      JOIN "images" AS "outside" ON md5("outside"."source_url") = md5("src"))
UPDATE "images" SET "alt" = "newest"."alt" FROM (
    SELECT DISTINCT ON ("image_id") "image_id", "alt" FROM "described" ORDER BY "image_id", "at" DESC) AS "newest"
  WHERE "images"."image_id" = "newest"."image_id" AND "images"."organization_id" IS NULL;
