import type { HttpClient } from "./http-client.ts";
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
    const ms: Record<string, Measured> = {};
    for (const size of SIZES) {
      ms[`${size} blocks`] = await measurePageSaves(client, portal.url, "org-1", size);
    }
    client.close();
    return ms;
  } finally {
    await portal.remove();
  }
}

/** The same for one number of blocks, in a new document of the organization. */
export async function measurePageSaves(
  client: HttpClient,
  url: string,
  organizationId: string,
  size: number,
): Promise<Measured> {
  const path = await makeDocument(client, url, organizationId, `Saves of ${size} blocks`);
  let revision = 0;
  return measureRounds(async () => {
    revision += 1;
    await client.send("PATCH", path, { revision, page: makePage(size, revision) });
  }, SAVES);
}

/** Makes a document with an empty page. Returns the address of its draft. */
export async function makeDocument(
  client: HttpClient,
  url: string,
  organizationId: string,
  name: string,
): Promise<string> {
  const path = `${url}/api/unique-document/admin`;
  const body = {
    organizationId,
    name,
    documentType: "PROPOSAL",
    invoice: "NO_INVOICE",
    templateId: "BLANK_PAGE",
  };
  const answer = (await client.send("POST", path, body)).toString();
  const { data } = JSON.parse(answer) as { data: { uniqueDocumentId: string } };
  return `${path}/${data.uniqueDocumentId}/draft`;
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
