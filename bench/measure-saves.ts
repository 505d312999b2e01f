import { BENCH_ADMIN } from "./make-world.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, measureRounds } from "./statistics.ts";

const SIZES = [300, 1000];
const SAVES = 100;

/** Measures how long an editor waits until a page with one changed text is saved, by its number of blocks. */
export async function measureSaves(variables: Record<string, string>): Promise<Record<string, Measured>> {
  const portal = await startMeasuredPortal(variables);
  try {
    const client = await signIn(portal.url, BENCH_ADMIN);
    const path = `${portal.url}/api/unique-document/admin`;
    const ms: Record<string, Measured> = {};
    for (const size of SIZES) {
      const body = {
        organizationId: "org-1",
        name: `A page of ${size} blocks`,
        documentType: "PROPOSAL",
        invoice: "NO_INVOICE",
        templateId: "BLANK_PAGE",
      };
      const added = JSON.parse((await client.send("POST", path, body)).toString()) as {
        data: { uniqueDocumentId: string };
      };
      let revision = 0;
      ms[`${size} blocks`] = await measureRounds(async () => {
        revision += 1;
        const page = makePage(size, revision);
        await client.send("PATCH", `${path}/${added.data.uniqueDocumentId}/draft`, { revision, page });
      }, SAVES);
    }
    client.close();
    return ms;
  } finally {
    await portal.remove();
  }
}

const TEXT = "We build it of <b>oak</b> and <i>ash</i>, as it was built a hundred years ago. ".repeat(5);

/** A page of headings, paragraphs and line items. Only its last text is another one at each revision. */
function makePage(size: number, revision: number) {
  const content = Array.from({ length: size - 1 }, (_, at) => {
    if (at % 10 === 0) return { type: "Heading", props: { id: `block-${at}`, text: `Part ${at}` } };
    if (at % 25 !== 1) return { type: "Paragraph", props: { id: `block-${at}`, text: `<p>${TEXT}</p>` } };
    const lineItems = [{ product: "Oak", price: 120.5, count: 3, countLabel: "boards" }];
    return { type: "PricingTable", props: { id: `block-${at}`, lineItems } };
  });
  const typed = { type: "Paragraph", props: { id: "typed", text: `<p>Typed ${revision} times</p>` } };
  return { root: { props: {} }, content: [...content, typed] };
}
