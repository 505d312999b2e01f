import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { getProfile } from "#contract/account.ts";
import { invoiceDocument } from "#contract/admin/invoices.ts";
import type { Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { approveDocument, getDocument, listDocuments } from "#contract/documents.ts";
import { getInvoice } from "#contract/invoices.ts";
import { getWorkOrder, listWorkOrders } from "#contract/work-orders.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import { exact } from "#domain/decimal.ts";
import { acceptableContent } from "#domain/documents/content.ts";
import type { PuckState } from "#domain/page/page.ts";
import { workOrdersBlocks } from "#domain/page/quoted-work.ts";
import { documentTotal, priceBlock } from "#domain/pricing/document-total.ts";
import { readContent } from "#server/documents/content.ts";
import { findDecision, findDocument } from "#server/documents/queries.ts";
import { storeShownPrices } from "#server/documents/store-shown-prices.job.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { mails } from "#server/schema/mail.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import { makeAdmin, makePerson, unique } from "#tests/support/factories.ts";
import { HIDDEN_WORDS, makeHiddenPricesWorld, SHOWN_WORDS } from "#tests/support/hidden-prices-world.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { pointAt, sendPointed } from "#tests/support/pointed-calls.ts";
import { type Ids, makeRecords } from "#tests/support/records.ts";
import { runToEnd } from "#tests/support/run-to-end.ts";
import { spellingsOf } from "#tests/support/spellings.ts";
import { load, speakerOf } from "#tests/support/world.ts";

const world = makeHiddenPricesWorld();
const { ids, work, organizationId } = world;
type Person = { authUserId: string; userProfileId: string; organizationId: string; email: string };
type Name = keyof typeof ids;

const app = await startTestApp();
await load(app, world.lists);
const writer = await personOf(world.writerEmail);
const reader = await personOf(world.readerEmail);
const figures = await findHiddenFigures();

async function personOf(email: string): Promise<Person> {
  const speaker = await speakerOf(app, email);
  const profile = await app.request(getProfile, { as: speaker });
  return { ...speaker, userProfileId: profile?.userProfileId ?? "", organizationId, email };
}

async function readPage(name: Name): Promise<PuckState> {
  const document = await findDocument(app.db, organizationId, { uniqueDocumentId: ids[name] });
  if (!document) throw new Error(`There is no document ${name}.`);
  return (await readContent(app.db, document, await findDecision(app.db, ids[name]))).page;
}

/** The figures of the world that no page shows, computed from its whole pages. */
async function findHiddenFigures(): Promise<string[]> {
  const hidden = new Set<string>();
  const shown = new Set<string>(["0.00", "0"]);
  const totals: string[] = [];
  for (const name of Object.keys(ids) as Name[]) {
    const page = await readPage(name);
    const total = documentTotal(page);
    if (total !== null) totals.push(total);
    for (const { props } of workOrdersBlocks(page)) {
      const price = priceBlock(props);
      const amounts = props.hidePricing ? hidden : shown;
      const lines = props.hidePricing || props.hideBreakdown ? hidden : shown;
      for (const one of price.workOrders) {
        for (const figure of [one.gross, one.net, one.discount]) amounts.add(figure);
        for (const { amount, product } of one.products) {
          for (const figure of [amount, String(product?.productRate)]) lines.add(figure);
        }
      }
      for (const figure of [price.subtotal, price.discount, price.gst, price.total]) amounts.add(figure);
      (props.hidePricing && total !== null ? hidden : shown).add(total ?? "0");
    }
  }
  hidden.add(totals.reduce((sum, total) => sum.plus(exact(total)), exact(0)).toFixed(2));
  hidden.add("13.57");
  return [...hidden].filter((figure) => !shown.has(figure));
}

const spelled = (one: string) =>
  /^[\d.]+$/.test(one) ? spellingsOf(one) : new RegExp(one.replaceAll(/\W/g, "\\$&"));
/** The spellings of all hidden figures and words at once. */
const hidden = new RegExp([...figures, ...HIDDEN_WORDS].map((one) => spelled(one).source).join("|"));

/** The hidden figures and words in a text, as people and programs spell them. */
const leaksIn = (text: string) =>
  hidden.test(text) ? [...figures, ...HIDDEN_WORDS].filter((one) => spelled(one).test(text)) : [];

/** Everything that clients have received, by where it came from. */
const received = new Map<string, string>();

const QUERIES: Record<string, string[]> = {
  listDocuments: ["limit=1", "limit=50", "include=puckState", "limit=2&sort=name", "status=PENDING&limit=1"],
  listWorkOrders: ["limit=2", "include=linkedNames", "limit=3&sort=name"],
  getWorkOrder: ["include=linkedNames", "include=quote"],
};

type Named = { name: string; call: Call };

// Accepting an invitation switches the organization, and the caller would receive nothing of this one.
const CLIENT_CALLS = Object.entries(CALLS).flatMap(([name, call]): Named[] =>
  ["viewer", "editor", "owner"].includes(call.who) || call.path.startsWith("invitation/")
    ? []
    : [{ name, call }],
);
const READS = CLIENT_CALLS.filter(({ call }) => call.isReading);
const CHANGES = CLIENT_CALLS.filter(({ call }) => !call.isReading);
const named = (wanted: string) => CLIENT_CALLS.filter(({ name }) => name === wanted);

/** Makes these calls for each document and each work order. A change is sent twice under one Idempotency-Key. */
async function receive(person: Person | null, calls: readonly Named[], of: Name[], records: Ids) {
  const token = person ? await app.signInAs(person) : undefined;
  const asking = {
    userProfileId: person?.userProfileId ?? "",
    organizationId: person?.organizationId ?? null,
    isWriter: person === writer,
  };
  const targets: Ids[] = [];
  for (const target of of) {
    const params = { id: ids[target] };
    const told = person ? await app.request(getDocument, { as: person, params }) : null;
    const contentHash = told?.contentHash ?? "0".repeat(64);
    const document = { uniqueDocumentId: ids[target], slug: ids[target], contentHash };
    for (const workOrderId of Object.values(work)) targets.push({ ...records, ...document, workOrderId });
  }
  for (const { name, call } of calls) {
    // A call that names no document or no work order is the same for several targets.
    const requests = new Map(
      targets.map((one) => {
        const sent = pointAt(name, one, asking);
        return [JSON.stringify(sent), sent];
      }),
    );
    for (const [key, sent] of requests) {
      const headers: Record<string, string> = call.isReading ? {} : { "idempotency-key": unique("key") };
      for (const query of call.isReading ? ["", ...(QUERIES[name] ?? [])] : ["", ""]) {
        const asked = { ...call, path: query ? `${call.path}?${query}` : call.path };
        const { text } = await sendPointed(app, asked, sent, token, headers);
        received.set(`${received.size} ${name} ${query} ${key} by ${person?.email ?? "a visitor"}`, text);
      }
    }
  }
}

const NAMES = Object.keys(ids) as Name[];

async function receiveReads(records: Ids, persons: (Person | null)[]): Promise<void> {
  for (const person of persons) await receive(person, READS, NAMES, records);
  for (const name of NAMES) {
    const view = await app.rawRequest(`GET /view/${ids[name]}`);
    received.set(`${received.size} the public view of ${name}`, await view.text());
  }
}

async function receivePdf(id: string): Promise<void> {
  const newest = async () =>
    (await app.request(getDocument, { as: reader, params: { id } })).documentSnapshots[0];
  await expect.poll(newest, { interval: 50 }).toBeDefined();
  const response = await app.rawRequest(`GET ${(await newest())?.uri}`);
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  received.set(`the PDF of ${id}`, (await extractText(pdf, { mergePages: true })).text);
  received.set(`about the PDF of ${id}`, JSON.stringify(await pdf.getMetadata()));
}

test("CARE-4 FIELD-7 lists have the total of documents that show every price, and say which ones hide prices", async () => {
  const { data, page } = await app.requestPage(listDocuments, { as: reader, query: { limit: 50 } });
  const told = Object.fromEntries(
    data.map((one) => [one.uniqueDocumentId, [one.totalCost, one.hidesPrices]]),
  );
  expect(told).toEqual({
    [ids.hidden]: [null, true],
    [ids.mixed]: [null, true],
    [ids.twice]: [null, true],
    [ids.lines]: [10775885.25, false],
    [ids.decided]: [null, true],
    [ids.draft]: [null, false],
  });
  expect(page).toMatchObject({ totalCost: "10775885.25", hidesPrices: true });
});

test("FIELD-7 a document that hides one price of several has no total for its clients", async () => {
  const params = { id: ids.mixed };
  const { totalCost, hidesPrices } = await app.request(getDocument, { as: reader, params });
  expect({ totalCost, hidesPrices }).toEqual({ totalCost: null, hidesPrices: true });
});

test("CARE-4 of a draft's work order clients see name and status, but neither description nor work", async () => {
  const params = { id: work.sketched };
  const seen = await app.request(getWorkOrder, { as: writer, params, query: { include: "linkedNames" } });
  expect(seen).toMatchObject({
    name: "Sketch of a mill",
    workOrderStatus: "OPEN",
    description: "",
    products: [],
    discountPercent: null,
    linkedNames: { uniqueDocument: `Offer ${ids.draft}` },
  });
  const open = await app.request(getWorkOrder, { as: writer, params: { id: work.bread }, query: {} });
  expect(open).toMatchObject({
    description: "<p>Done with care</p>",
    products: [{ total: 2 }],
    discountPercent: 0,
  });
});

test("CARE-4 the content hash does not confirm a guessed hidden price", async () => {
  const hashFor = async (name: Name) => {
    const told = await app.request(getDocument, { as: reader, params: { id: ids[name] } });
    const guessed = canonicalJson(acceptableContent({ ...told, puckState: await readPage(name) }));
    return { told: told.contentHash, guessed: createHash("sha256").update(guessed).digest("hex") };
  };
  const hidden = await hashFor("hidden");
  expect(hidden.told).not.toBe(hidden.guessed);
});

test("CARE-4 FIELD-7 no response to a client contains a figure or a line that the pages hide, and shown prices are not called the total", async () => {
  expect(figures.length).toBeGreaterThan(25);
  const records = {
    ...(await makeRecords(app, await makePerson(app.db))),
    invoiceId: world.invoiceId,
    organizationId,
  };
  const live = await openLive(app, { as: reader });
  await receiveReads(records, [writer, null]);
  await receive(reader, CHANGES, ["mixed"], records);
  await receive(writer, named("chooseOptionalWork"), ["hidden"], records);
  await receive(writer, named("declineDocument"), ["twice"], records);
  await receive(writer, named("receiveDocument"), ["mixed"], records);
  await receive(writer, CHANGES, NAMES, records);
  for (const name of ["hidden", "mixed", "lines", "decided"] as const) await receivePdf(ids[name]);
  await receiveReads(records, [reader]);
  received.set("live events", JSON.stringify(live.events));
  live.close();
  for (const mail of await app.db.select().from(mails)) {
    received.set(`the mail ${mail.mailId}`, `${mail.subject} ${mail.text} ${mail.html}`);
  }

  const leaks = [...received].flatMap(([from, text]) => leaksIn(text).map((leak) => `${leak}: ${from}`));
  expect(leaks.slice(0, 40)).toEqual([]);
  const everything = [...received.values()].join();
  for (const word of SHOWN_WORDS) expect(everything, word).toContain(word);
  const told = (from: RegExp) =>
    [...received].flatMap(([key, text]) => (from.test(key) ? [text.replaceAll(/\s+/g, " ")] : [])).join();
  const unpriced = "Work without a shown price is part of the acceptance: “A mill”.";
  expect(told(/^the mail/)).toContain(`Total of the shown prices: $990.92, including GST. ${unpriced}`);
  expect(told(/^the PDF/)).toContain(`Total of the shown prices $990.92 ${unpriced}`);
  expect(live.events.map(({ kind }) => kind)).toContain("document");
  expect([...received.keys()].filter((from) => from.startsWith("the mail")).length).toBeGreaterThan(2);
});

test("CARE-4 COMPANY-7 the invoice of work with hidden prices shows its client the sums, and no line or rate", async () => {
  const editor = await makeAdmin(app.db, "editor");
  const body = { percent: 100, dueDate: null, isIssued: true };
  const told: string[] = [];
  const linesOf = async (name: Name) => {
    const { invoiceId } = await app.request(invoiceDocument, { as: editor, params: { id: ids[name] }, body });
    const read = () => app.request(getInvoice, { as: reader, params: { id: invoiceId } });
    await expect.poll(async () => (await read()).uri, { interval: 50 }).not.toBeNull();
    const { uri, ...invoice } = await read();
    const pdf = await getDocumentProxy(
      new Uint8Array(await (await app.rawRequest(`GET ${uri}`)).arrayBuffer()),
    );
    told.push(JSON.stringify(invoice), (await extractText(pdf, { mergePages: true })).text);
    const sent = await app.db
      .select()
      .from(mails)
      .where(eq(mails.event, `invoice.issued:${invoiceId}`));
    told.push(...sent.map(({ subject, text, html }) => `${subject} ${text} ${html}`));
    return invoice.amounts?.lines.map(({ description, quantity, rate, amount }) => [
      description,
      quantity,
      rate,
      amount,
    ]);
  };
  // 613.7 × $26,637.91, where the page shows neither the amounts nor the lines.
  expect(await linesOf("decided")).toEqual([["A tower", 1, 16347685.37, "16347685.37"]]);
  const { contentHash, status } = await app.request(getDocument, { as: writer, params: { id: ids.lines } });
  if (status === "PENDING") {
    const approval = { uniqueDocumentId: ids.lines, status: "APPROVED" as const, contentHash };
    await app.request(approveDocument, { as: writer, params: { id: ids.lines }, body: approval });
  }
  expect(await linesOf("lines")).toEqual([["A kiln", 1, 9796259.32, "9796259.32"]]);
  const everything = told.join();
  expect(everything).toContain("$17,982,453.91");
  for (const word of [...HIDDEN_WORDS, "26637.91", "15941.17", "13163.29"]) {
    const isNotified = /^[\d.]+$/.test(word) ? spellingsOf(word).test(everything) : everything.includes(word);
    expect(isNotified, word).toBe(false);
  }
});

test("FIRST-6 the client's list has the price of work that its own page shows, and none where a page hides it", async () => {
  const listed = await app.request(listWorkOrders, { as: reader, query: { include: "linkedNames" } });
  expect(listed.some(({ net }) => net === null)).toBe(true);
  expect(listed.some(({ net }) => net !== null)).toBe(true);
  for (const { workOrderId, net } of listed) {
    const params = { id: workOrderId };
    const { quote } = await app.request(getWorkOrder, { as: reader, params, query: { include: "quote" } });
    expect([workOrderId, net]).toEqual([workOrderId, quote?.price?.net ?? null]);
  }
});

test("CARE-4 an upgraded portal keeps for each document what its pages show", async () => {
  const facts = async () => ({
    documents: await app.db
      .select({
        id: uniqueDocuments.uniqueDocumentId,
        total: uniqueDocuments.totalCost,
        shown: uniqueDocuments.shownTotal,
        hides: uniqueDocuments.hidesPrices,
      })
      .from(uniqueDocuments)
      .where(eq(uniqueDocuments.organizationId, organizationId))
      .orderBy(uniqueDocuments.uniqueDocumentId),
    work: await app.db
      .select({
        id: workOrders.workOrderId,
        hidesPrices: workOrders.hidesPrices,
        hidesLines: workOrders.hidesLines,
        shownNet: workOrders.shownNet,
      })
      .from(workOrders)
      .where(eq(workOrders.organizationId, organizationId))
      .orderBy(workOrders.workOrderId),
  });
  const kept = await facts();
  expect(kept.documents.find(({ id }) => id === ids.mixed)).toMatchObject({
    shown: "990.920000",
    hides: true,
  });
  expect(kept.work.find(({ id }) => id === work.again)).toMatchObject({
    hidesPrices: false,
    hidesLines: false,
  });
  await app.db.update(uniqueDocuments).set({ shownTotal: null, hidesPrices: true });
  await app.db.update(workOrders).set({ hidesPrices: true, hidesLines: true, shownNet: null });
  await runToEnd(storeShownPrices, app);
  expect(await facts()).toEqual(kept);
});
