import type { HttpClient } from "./http-client.ts";
import { BENCH_ADMIN, BENCH_READER } from "./make-world.ts";
import { makeDocument } from "./measure-saves.ts";
import { residentMemory } from "./resident-memory.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, measureRounds } from "./statistics.ts";

const ORGANIZATION = "org-1";
const BLOCKS = 300;
const WORK_ORDERS = 60;
const BYTES = 2_000_000;
const ROUNDS = 15;
const LOOK_MS = 200;

/** What a reader of another organization waits for a list of ten. */
type Harm = { aloneMs: Measured; whileSavedMs: Measured; whileOpenedMs: Measured };

export type HeavyPageMeasure = {
  bytes: number;
  saveMs: Measured;
  /** In the editor, and by a client once it is sent. */
  openDraftMs: Measured;
  openMs: Measured;
  others: Harm;
  /** MiB of the portal before it all, and at most. */
  idleMib: number;
  mostMib: number;
};

/** A page of 2 MB with 300 blocks and 60 work orders: how long it takes to save and to open, and who waits for it. */
export async function measureHeavyPage(variables: Record<string, string>): Promise<HeavyPageMeasure> {
  const portal = await startMeasuredPortal(variables);
  const [admin, client, other] = [
    await signIn(portal.url, BENCH_ADMIN),
    await signIn(portal.url),
    await signIn(portal.url, BENCH_READER),
  ];
  const held = () => residentMemory(portal.processId() ?? 0).own;
  const read = () => other.get(`${portal.url}/api/unique-document/user/list?limit=10`);
  await measureRounds(read, ROUNDS);
  const idleMib = held();
  let mostMib = idleMib;
  const look = setInterval(() => {
    mostMib = Math.max(mostMib, held());
  }, LOOK_MS);
  try {
    const draft = await makeDocument(admin, portal.url, ORGANIZATION, "A heavy page");
    const id = new URL(draft).pathname.split("/").at(-2) ?? "";
    const workOrderIds = await makeWork(admin, portal.url, id);
    let revision = 0;
    const save = async () => {
      revision += 1;
      await admin.send("PATCH", draft, { revision, page: heavyPage(revision, workOrderIds) });
    };
    const open = () => client.get(`${portal.url}/api/unique-document/user/${id}`);

    const aloneMs = await measureRounds(read, ROUNDS);
    const saveMs = await measureRounds(save, ROUNDS);
    const openDraftMs = await measureRounds(() => admin.get(draft), ROUNDS);
    const whileSavedMs = await measureWhile(save, read);
    const bytes = JSON.stringify(heavyPage(revision, workOrderIds)).length;
    await admin.send("POST", draft.replace(/draft$/, "send"), { revision: revision + 1 });
    const openMs = await measureRounds(open, ROUNDS);
    const whileOpenedMs = await measureWhile(open, read);
    const others = { aloneMs, whileSavedMs, whileOpenedMs };
    return { bytes, saveMs, openDraftMs, openMs, others, idleMib, mostMib };
  } finally {
    clearInterval(look);
    for (const one of [admin, client, other]) one.close();
    await portal.remove();
  }
}

/** Measures one call while another one is made all the time. */
async function measureWhile(
  busy: () => Promise<unknown>,
  measured: () => Promise<unknown>,
): Promise<Measured> {
  let isBusy = true;
  const keepingBusy = (async () => {
    while (isBusy) await busy();
  })();
  const times = await measureRounds(measured, ROUNDS);
  isBusy = false;
  await keepingBusy;
  return times;
}

async function makeWork(admin: HttpClient, url: string, uniqueDocument: string): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= WORK_ORDERS; n += 1) {
    const details = { name: `Work ${n}`, description: "", uniqueDocument, invoice: "NO_INVOICE" };
    const priced = { products: [{ productId: "hour", total: n }], discountPercent: 0, discountName: null };
    const body = { organizationId: ORGANIZATION, ...details, ...priced, isOptional: n % 2 === 0 };
    const answer = (await admin.send("POST", `${url}/api/work-order/admin`, body)).toString();
    ids.push((JSON.parse(answer) as { data: { workOrderId: string } }).data.workOrderId);
  }
  return ids;
}

/** Only its last text is another one at each revision. */
function heavyPage(revision: number, workOrderIds: readonly string[]) {
  const text = "What we agreed on when we met is written down here. ".repeat(BYTES / BLOCKS / 52);
  const content = Array.from({ length: BLOCKS - 2 }, (_, at) => ({
    type: "Paragraph",
    props: { id: `block-${at}`, text: `<p>${text}</p>` },
  }));
  const workOrders = { type: "WorkOrders", props: { id: "work", workOrderData: { workOrderIds } } };
  const typed = { type: "Paragraph", props: { id: "typed", text: `<p>Typed ${revision} times</p>` } };
  return { root: { props: {} }, content: [...content, workOrders, typed] };
}
