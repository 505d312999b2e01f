import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { registerStoredImages } from "#server/documents/register-stored-images.job.ts";
import { withScope } from "#server/rls/scoped-db.ts";
import { images, imageTexts } from "#server/schema/images.ts";
import { makeOrganization } from "#tests/support/factories.ts";
import { createTestApp } from "#tests/support/make-app.ts";

/** A step of the job has 2,000 pages. */
const MORE_THAN_A_STEP = 2100;
const SOURCE = "https://pictures.test/cup.jpg";

test("BLOCK-19 STUDIO-5 after any number of pages of an older version, a picture has the alternative text of the last one", async () => {
  const app = await createTestApp();
  const { organizationId } = await makeOrganization(app.db);
  const picture = { type: "Image", props: { id: "cup", src: SOURCE, alt: "Cup of number" } };
  const page = JSON.stringify({ root: { props: { title: "Cups" } }, content: [picture] });
  // Seven in a millisecond each.
  await app.deps.database.asOwner((owner) =>
    owner.query(
      `insert into unique_documents (unique_document_id, organization_id, external_id, name, slug, document_type, status,
         puck_state, salt, page_saved_at)
       select 'cup-' || n, $1, 'C-' || n, 'Cup', 'cup-' || n, 'PROPOSAL', 'DRAFT',
         replace($2, 'Cup of number', 'Cup ' || n)::jsonb, 'salt', now() + n / 7 * interval '1 ms'
       from generate_series(1, $3::int) n`,
      [organizationId, page, MORE_THAN_A_STEP],
    ),
  );
  const deps = withScope(app.deps, { role: "worker" });
  let next = await registerStoredImages.run(deps, {});
  while (next) next = await registerStoredImages.run(deps, next);

  const kept = await app.db
    .select({ source: images.sourceUrl, alt: imageTexts.alt })
    .from(images)
    .innerJoin(imageTexts, eq(imageTexts.imageId, images.imageId));
  expect(kept).toEqual([{ source: SOURCE, alt: `Cup ${MORE_THAN_A_STEP}` }]);
  await app.close();
});
