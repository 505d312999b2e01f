CREATE TABLE "general_document_drafts" (
	"general_document_id" text PRIMARY KEY,
	"name" text NOT NULL,
	"rich_text" text NOT NULL,
	"signature_type" text NOT NULL,
	"is_general_terms" boolean NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamp(3) with time zone NOT NULL,
	"saved_by" text NOT NULL,
	CONSTRAINT "general_document_drafts_signature_type" CHECK ("signature_type" in ('ACKNOWLEDGE', 'ACKNOWLEDGE_NEW_ORG'))
);
--> statement-breakpoint
CREATE TABLE "general_document_versions" (
	"general_document_id" text,
	"version" integer,
	"name" text NOT NULL,
	"rich_text" text NOT NULL,
	"signature_type" text NOT NULL,
	"content_hash" char(64) NOT NULL,
	"published_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"published_by" text,
	"words" tsvector GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(regexp_replace(regexp_replace(regexp_replace(regexp_replace(case when ("name") ~ '[ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎ\u0370-\u058f\u1f00-\u1fff]' then translate(translate(lower(regexp_replace(normalize(("name"), NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), 'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ', 'æðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ') else translate(lower(regexp_replace(normalize(("name"), NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ') end, '[\U00000591-\U000005bd\U000005bf-\U000005bf\U000005c1-\U000005c2\U000005c4-\U000005c5\U000005c7-\U000005c7\U00000640-\U00000640\U0000064b-\U0000065f\U00000670-\U00000670\U0000fe00-\U0000fe0f]', '', 'g'), '([\U00000e01-\U00000eff\U00001000-\U0000109f\U00001780-\U000017ff\U00003005-\U00003007\U00003040-\U000030ff\U000031f0-\U000031ff\U00003400-\U00004dbf\U00004e00-\U00009fff\U00020000-\U0003ffff])', ' \1 ', 'g'), '[\U00000001-\U0000002f\U0000003a-\U00000040\U0000005b-\U00000060\U0000007b-\U000000bf\U000000d7-\U000000d7\U000000f7-\U000000f7\U000005be-\U000005be\U000005c0-\U000005c0\U000005c3-\U000005c3\U000005f3-\U000005f4\U0000060c-\U0000060c\U0000061b-\U0000061f\U0000066a-\U0000066d\U000006d4-\U000006d4\U00000964-\U00000965\U00002000-\U0000206f\U000020a0-\U000020bf\U00002e00-\U00002e7f\U00003000-\U00003004\U00003008-\U00003020\U000030fb-\U000030fb\U0000feff-\U0000feff]+', ' ', 'g'), '([^ ]{80})[^ ]+', '\1', 'g'), ' '), ''))) STORED,
	CONSTRAINT "general_document_versions_pkey" PRIMARY KEY("general_document_id","version"),
	CONSTRAINT "general_document_versions_signature_type" CHECK ("signature_type" in ('ACKNOWLEDGE', 'ACKNOWLEDGE_NEW_ORG')),
	CONSTRAINT "general_document_versions_number" CHECK ("version" > 0)
);
--> statement-breakpoint
CREATE TABLE "signing_requests" (
	"general_document_id" text,
	"version" integer,
	"email" text,
	"signed_general_document_id" text NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"mailed_at" timestamp(3) with time zone,
	CONSTRAINT "signing_requests_pkey" PRIMARY KEY("general_document_id","version","email")
);
--> statement-breakpoint
ALTER TABLE "general_documents" DROP CONSTRAINT "general_documents_signature_type";--> statement-breakpoint
DROP INDEX "signed_general_documents_general_document_id";--> statement-breakpoint
ALTER TABLE "general_documents" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "general_documents" ADD COLUMN "retired_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "signer_comparable" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize(user_first_name || ' ' || user_last_name || ' ' || user_email, NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ')) STORED;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "signer_order" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(translate(lower(regexp_replace(normalize(user_first_name || ' ' || user_last_name || ' ' || user_email, NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g')) STORED;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "organization_comparable" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize("organization_name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ')) STORED;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD COLUMN "organization_order" text GENERATED ALWAYS AS (regexp_replace(regexp_replace(translate(lower(regexp_replace(normalize("organization_name", NFKD), '[\u0300-\u036f]', '', 'g')), '_ς', ' σ'), '([0-9]+)', '000000000000\1', 'g'), '0*([0-9]{12,})', '\1', 'g')) STORED;--> statement-breakpoint
-- What people signed of an earlier text is a version of its own, as old as its first signature; the present text is the
-- newest version. Ids, texts and hashes stay. The hash is that of canonicalJson({generalDocumentId, name, richText}).
INSERT INTO "general_document_versions" ("general_document_id", "version", "name", "rich_text", "signature_type", "content_hash", "published_at")
SELECT "general_document_id",
	row_number() OVER (PARTITION BY "general_document_id" ORDER BY "is_present", "published_at", "content_hash"),
	"name", "rich_text", "signature_type", "content_hash", "published_at"
FROM (
	SELECT signed."general_document_id", signed."name", signed."rich_text", document."signature_type", signed."content_hash",
		min(signature."signed_at") AS "published_at", false AS "is_present"
	FROM "signed_versions" signed
	JOIN "general_documents" document USING ("general_document_id")
	JOIN "signed_general_documents" signature ON signature."content_hash" = signed."content_hash"
	WHERE (signed."name", signed."rich_text") <> (document."name", document."rich_text")
	GROUP BY signed."content_hash", document."general_document_id"
	UNION ALL
	SELECT document."general_document_id", document."name", document."rich_text", document."signature_type",
		encode(sha256(convert_to('{"generalDocumentId":' || to_json(document."general_document_id")::text
			|| ',"name":' || to_json(document."name")::text
			|| ',"richText":' || to_json(document."rich_text")::text || '}', 'UTF8')), 'hex'),
		document."updated_at", true
	FROM "general_documents" document
) texts;
--> statement-breakpoint
UPDATE "general_documents" document SET "version" =
	(SELECT max(one."version") FROM "general_document_versions" one WHERE one."general_document_id" = document."general_document_id");
--> statement-breakpoint
ALTER TABLE "general_documents" ALTER COLUMN "version" SET NOT NULL;
--> statement-breakpoint
UPDATE "signed_general_documents" signature SET "version" = one."version"
FROM "signed_versions" signed
JOIN "general_document_versions" one ON one."general_document_id" = signed."general_document_id"
	AND one."name" = signed."name" AND one."rich_text" = signed."rich_text"
WHERE signature."content_hash" = signed."content_hash";
--> statement-breakpoint
-- An imported signature has no text: it belongs to the version of its time.
UPDATE "signed_general_documents" signature SET "version" =
	(SELECT max(one."version") FROM "general_document_versions" one
		WHERE one."general_document_id" = signature."general_document_id" AND one."published_at" <= signature."signed_at")
WHERE signature."content_hash" IS NULL;
--> statement-breakpoint
ALTER TABLE "general_documents" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "general_documents" DROP COLUMN "name";--> statement-breakpoint
ALTER TABLE "general_documents" DROP COLUMN "rich_text";--> statement-breakpoint
ALTER TABLE "general_documents" DROP COLUMN "signature_type";--> statement-breakpoint
ALTER TABLE "general_documents" DROP COLUMN "updated_at";--> statement-breakpoint
CREATE INDEX "signed_general_documents_of_all" ON "signed_general_documents" ("signed_at" DESC NULLS LAST,"signed_general_document_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signed_general_documents_of_document" ON "signed_general_documents" ("general_document_id","signed_at" DESC NULLS LAST,"signed_general_document_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signed_general_documents_of_version" ON "signed_general_documents" ("general_document_id","version");--> statement-breakpoint
CREATE INDEX "signed_general_documents_of_email" ON "signed_general_documents" ("general_document_id",lower("user_email"));--> statement-breakpoint
CREATE INDEX "signing_requests_signature" ON "signing_requests" ("signed_general_document_id");--> statement-breakpoint
CREATE INDEX "signing_requests_email" ON "signing_requests" ("email");--> statement-breakpoint
CREATE INDEX "signing_requests_waiting" ON "signing_requests" ("general_document_id","version","email") WHERE "mailed_at" is null;--> statement-breakpoint
ALTER TABLE "general_document_versions" ADD CONSTRAINT "general_document_versions_idJUX8GzsXz4_fkey" FOREIGN KEY ("general_document_id") REFERENCES "general_documents"("general_document_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "signed_general_documents" ADD CONSTRAINT "signed_general_documents_version_fk" FOREIGN KEY ("general_document_id","version") REFERENCES "general_document_versions"("general_document_id","version") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "signing_requests" ADD CONSTRAINT "signing_requests_zXxSdxM2V2AH_fkey" FOREIGN KEY ("signed_general_document_id") REFERENCES "signed_general_documents"("signed_general_document_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "signing_requests" ADD CONSTRAINT "signing_requests_version_fk" FOREIGN KEY ("general_document_id","version") REFERENCES "general_document_versions"("general_document_id","version") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "general_documents" ADD CONSTRAINT "general_documents_terms_hold" CHECK ("retired_at" is null or not "is_general_terms");