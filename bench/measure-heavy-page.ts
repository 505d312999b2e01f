import { BENCH_ADMIN } from "./make-world.ts";
import { makeDocument } from "./measure-saves.ts";
import { signIn } from "./sign-in.ts";
import { startMeasuredPortal } from "./start-measured-portal.ts";
import { type Measured, measureRounds } from "./statistics.ts";

const BLOCKS = 300;
const WORK_ORDERS = 60;
const BYTES = 2_000_000;
const ROUNDS = 15;

export type HeavyPageMeasure = {
  bytes: number;
  saveMs: Measured;
  previewMs: Measured;
  /** What another person waits for a list of ten, alone and while the page is saved all the time. */
  listAloneMs: Measured;
  listMeanwhileMs: Measured;
};

/** A draft of 2 MB with 300 blocks and 60 work orders: how long it takes to save and to open, and who waits for it. */
export async function measureHeavyPage(variables: Record<string, string>): Promise<HeavyPageMeasure> {
  const portal = await startMeasuredPortal(variables);
  const [admin, reader] = [await signIn(portal.url, BENCH_ADMIN), await signIn(portal.url)];
  try {
    const path = await makeDocument(admin, portal.url, "org-1", "A heavy page");
    let revision = 0;
    const save = async () => {
      revision += 1;
      await admin.send("PATCH", path, { revision, page: heavyPage(revision) });
    };
    const read = () => reader.get(`${portal.url}/api/unique-document/user/list?limit=10`);
    await measureRounds(read, ROUNDS);
    const listAloneMs = await measureRounds(read, ROUNDS);
    const saveMs = await measureRounds(save, ROUNDS);
    const previewMs = await measureRounds(() => admin.get(path), ROUNDS);
    let isSaving = true;
    const saving = (async () => {
      while (isSaving) await save();
    })();
    const listMeanwhileMs = await measureRounds(read, ROUNDS);
    isSaving = false;
    await saving;
    const bytes = JSON.stringify(heavyPage(revision)).length;
    return { bytes, saveMs, previewMs, listAloneMs, listMeanwhileMs };
  } finally {
    for (const client of [admin, reader]) client.close();
    await portal.remove();
  }
}

/** Only its last text is another one at each revision. */
function heavyPage(revision: number) {
  const text = "What we agreed on when we met is written down here. ".repeat(BYTES / BLOCKS / 52);
  const content = Array.from({ length: BLOCKS - 2 }, (_, at) => ({
    type: "Paragraph",
    props: { id: `block-${at}`, text: `<p>${text}</p>` },
  }));
  const letters = Array.from({ length: WORK_ORDERS }, (_, at) => `org-1-doc-${5 * (at + 1)}-a`);
  const workOrders = { type: "WorkOrders", props: { id: "work", workOrderData: { workOrderIds: letters } } };
  const typed = { type: "Paragraph", props: { id: "typed", text: `<p>Typed ${revision} times</p>` } };
  return { root: { props: {} }, content: [...content, workOrders, typed] };
}
