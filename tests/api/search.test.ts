import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDocument, duplicateDocument } from "#contract/admin/documents.ts";
import { searchAll } from "#contract/admin/search.ts";
import { search } from "#contract/search.ts";
import { BLANK_PAGE } from "#domain/documents/document-details.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { wordsOf } from "#domain/search/typed-words.ts";
import { words } from "#server/db/words-sql.ts";
import { readInScope } from "#server/rls/in-scope.ts";
import { signedGeneralDocuments } from "#server/schema/agreements.ts";
import { documentParts } from "#server/schema/search.ts";
import { workOrders as workOrdersTable } from "#server/schema/work-orders.ts";
import { indexStoredPages } from "#server/search/index-stored-pages.job.ts";
import {
  makeAdmin,
  makeDocument,
  makeGeneralDocument,
  makeInvoice,
  makeOrganization,
  makePerson,
  makeProduct,
  makeQuote,
  makeTemplate,
  makeWorkOrder,
  publishText,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { runToEnd } from "#tests/support/run-to-end.ts";
import { load, makeBasics, makeWorldPage } from "#tests/support/world.ts";

let app: TestApp;
let reader: TestPerson;
let stranger: TestPerson;
let editor: TestPerson;
let organizationId: string;

beforeAll(async () => {
  app = await createTestApp();
  const own = await makeOrganization(app.db, { organizationName: "Harbour & Co" });
  const other = await makeOrganization(app.db, { organizationName: "Hillside" });
  ({ organizationId } = own);
  reader = await makePerson(app.db, { organization: own, permission: "read" });
  stranger = await makePerson(app.db, { organization: other });
  editor = await makeAdmin(app.db, "editor");
});
afterAll(() => app?.close());

const find = (q: string, as = reader) => app.request(search, { as, body: { q } });
const findAll = (q: string) => app.request(searchAll, { as: editor, body: { q } });
const namesOf = (hits: { name: string }[]) => hits.map(({ name }) => name);

/** A page of blocks. */
function page(...blocks: { type: string; props: object }[]) {
  const content = blocks.map(({ type, props }) => ({ type, props: { id: unique(type), ...props } }));
  return { root: { props: {} }, content };
}
const heading = (text: string) => ({ type: "Heading", props: { text, size: "h2" } });
const paragraph = (text: string) => ({ type: "Paragraph", props: { text } });

async function makeRead(given: NonNullable<Parameters<typeof makeDocument>[1]>) {
  const document = await makeDocument(app.db, { organizationId, ...given });
  await index();
  return document;
}

const index = () => runToEnd(indexStoredPages, app);

test("COMPANY-10 the index and a search read the same words, in every script", async () => {
  const texts = [
    "Café-Ausbau (2nd) № 12, O'Brien's",
    "Übermäßig ΣΊΣΥΦΟΣ Ёлка ДЯДЯ İstanbul ŁÓDŹ Østerbro Ὀδυσσεύς Երևան",
    "契約書 2026 ひらがな ｶﾀｶﾅ",
    "계약서 พิมพ์ข้อความ",
    "عَقْدٌ خدمة، שָׁלוֹם־עולם",
    "a&b | !c <-> 'd':*\\ \"e\" (f) @g",
    `${"x".repeat(300)} ünder_score ${"字".repeat(90)}`,
    "Straße Ørsted Łódź Æbeltoft Œuvre ĳs ﬁsh İstanbul ışık ẞ Þór Əli ＡＢＣ 𝘽𝙧𝙪𝙩",
    "O’Brien O'Brien O´Brien rock'n'roll Kaf\u00adfee ج\u200cورج ג׳ורג׳ Ember\u200bWorks – — ‑ Hawaiʻi L'",
    "\u200fright\u00a0to left\t\n\u{1f600} smile € 12.50",
    "",
  ];
  for (const text of texts) {
    const { rows } = await app.db.execute<{ words: string[] }>(
      sql`select ${words(sql`${text}::text`)} as words`,
    );
    expect(rows[0]?.words, text).toEqual(wordsOf(text));
  }
});

test("COMPANY-10 a client finds documents, work and invoices of their organization by the beginnings of words and by numbers", async () => {
  const document = await makeRead({ name: "Café fit-out for the wharf", externalId: "P-1042" });
  const longer = await makeRead({ name: "Another", externalId: "P-10423" });
  const { workOrderId } = await makeWorkOrder(app.db, { organizationId, name: "Wharf booking assistant" });
  const { invoiceId } = await makeInvoice(app.db, { organizationId, name: "Wharf, first half" });
  await makeInvoice(app.db, { organizationId, name: "Wharf, not issued yet", issuedAt: null });
  await makeWorkOrder(app.db, { organizationId, name: "Wharf, not shown", shownAt: null });
  await makeDocument(app.db, { organizationId, name: "Wharf unsent", status: "DRAFT", shownAt: null });

  const hits = await find("wha");
  expect(hits.map(({ kind, id }) => [kind, id])).toEqual(
    expect.arrayContaining([
      ["document", document.uniqueDocumentId],
      ["workOrder", workOrderId],
      ["invoice", invoiceId],
    ]),
  );
  expect(hits).toHaveLength(3);
  expect(hits[0]).toMatchObject({ organizationName: null, part: null });
  for (const typed of ["CAFE wh", "wharf café", "  Café,  ", "out fit"]) {
    expect(namesOf(await find(typed)), typed).toEqual([document.name]);
  }
  // The whole number comes first, although the other document is newer.
  expect((await find("p-1042")).map(({ id }) => id)).toEqual([
    document.uniqueDocumentId,
    longer.uniqueDocumentId,
  ]);
  expect(await find("wharf", stranger)).toEqual([]);
  expect(await find("harfs")).toEqual([]);
});

test("FIRST-11 records of one name are told apart by number, status, date and total, and by no hidden price", async () => {
  const [accepted, hidden] = [
    await makeRead({ name: "Twin pages", status: "APPROVED", totalCost: "17523", shownTotal: "17523" }),
    await makeRead({ name: "Twin pages", status: "DECLINED", totalCost: "999.5", hidesPrices: true }),
  ];
  const invoice = await makeInvoice(app.db, { organizationId, name: "Twin pages", total: "220" });
  const work = await makeWorkOrder(app.db, { organizationId, name: "Twin pages", workOrderStatus: "UAT" });
  const factsOf = (hits: Awaited<ReturnType<typeof find>>) =>
    Object.fromEntries(
      hits.map(({ id, at, ...hit }) => [id, [hit.number, hit.status, at !== null, hit.total]]),
    );
  const facts = {
    [accepted.uniqueDocumentId]: [accepted.externalId, "APPROVED", true, "17523.00"],
    [hidden.uniqueDocumentId]: [hidden.externalId, "DECLINED", true, null as string | null],
    [invoice.invoiceId]: [invoice.externalId, "UNPAID", true, "220.00"],
    [work.workOrderId]: [work.externalId, "UAT", true, null],
  };
  expect(factsOf(await find("twin pages"))).toEqual(facts);
  facts[hidden.uniqueDocumentId] = [hidden.externalId, "DECLINED", true, "999.50"];
  const ofCompany = await findAll("twin pages");
  expect(factsOf(ofCompany)).toEqual(facts);
  expect(new Set(ofCompany.map(({ organizationName }) => organizationName))).toEqual(
    new Set(["Harbour & Co"]),
  );
  expect(await find("twin pages", stranger)).toEqual([]);
});

test("COMPANY-10 a word of a page leads to its block, with the heading above and the text around it", async () => {
  const document = await makeRead({
    name: "Spring",
    puckState: page(
      heading("What we do"),
      paragraph("<p>We <b>reb</b>uild the <i>Zanzibar</i> room &amp; its bar.</p><p>Then we leave.</p>"),
      heading("How we do it"),
      { type: "List", props: { items: [{ title: `${"word ".repeat(60)}in two phasers` }] } },
      {
        type: "WorkOrders",
        props: {
          hidePricing: true,
          hideBreakdown: true,
          globalDiscountName: "Secretrebate",
          workOrderData: {
            workOrderIds: [],
            workOrders: [{ workOrderId: "x", name: "Secretwork" }],
            products: [{ productId: "y", productName: "Secretproduct" }],
          },
        },
      },
    ),
  });
  const [hit, ...others] = await find("zanzi bar");
  expect(others).toEqual([]);
  expect(hit).toMatchObject({
    kind: "document",
    id: document.uniqueDocumentId,
    part: {
      isDraft: false,
      heading: "What we do",
      text: "We rebuild the Zanzibar room & its bar. Then we leave.",
    },
  });
  const [late] = await find("phaser");
  expect(late?.part?.heading).toBe("How we do it");
  expect(late?.part?.text).toMatch(/^… (word )+in two phasers$/);
  expect(late?.part?.text.length).toBeLessThan(150);
  // Words in two blocks are no hit, and what a block hides is in no index.
  expect(await find("zanzibar phasers")).toEqual([]);
  for (const hidden of ["secretwork", "secretproduct", "secretrebate"])
    expect(await findAll(hidden)).toEqual([]);
  expect(await find("zanzibar", stranger)).toEqual([]);
});

test("COMPANY-10 quoted work is found by its sent description and named as sent, and images by their alternative texts", async () => {
  const { document, workOrders } = await makeQuote(app.db, {
    organizationId,
    workOrders: [{ name: "Guest desk", description: "<p>A <b>nightjar</b> answers guests</p>" }],
  });
  await index();
  const ofWork = {
    kind: "document",
    id: document.uniqueDocumentId,
    part: { heading: "Guest desk", text: "A nightjar answers guests" },
  };
  expect(await find("nightjar")).toMatchObject([ofWork]);
  await app.db
    .update(workOrdersTable)
    .set({ name: "Foyer desk", description: "<p>A cassowary answers guests</p>" })
    .where(eq(workOrdersTable.workOrderId, workOrders[0]?.workOrderId ?? ""));
  await index();
  expect(await find("cassowary")).toEqual([]);
  expect(await findAll("nightjar")).toMatchObject([ofWork]);
  const isWork = ({ kind }: { kind: string }) => kind === "workOrder";
  expect(namesOf((await find("guest")).filter(isWork))).toEqual(["Guest desk"]);

  await makeRead({
    name: "Front",
    puckState: page({
      type: "Image",
      props: { src: "https://example.test/a.png", alt: "Budgerigars at dusk" },
    }),
  });
  expect((await find("budgerigar"))[0]?.part?.text).toBe("Budgerigars at dusk");
});

test("COMPANY-10 pages of an import are found with their work, whether sent, decided or drafts", async () => {
  const basics = makeBasics();
  const decision = { by: basics.email, at: "2026-02-03T10:00:00+11:00" };
  const imported = (status: string, more: object) => {
    const [uniqueDocument, workOrderId] = [unique("imported"), unique("order")];
    const own = {
      organizationId: basics.organizationId,
      externalId: workOrderId,
      name: `Imported ${status}`,
    };
    const page = { documentType: "PROPOSAL", puckState: makeWorldPage("Numbat", [workOrderId]) };
    const work = { workOrderStatus: "OPEN", description: "<p>Potoroos dig</p>" };
    const document = { ...own, ...page, status, uniqueDocumentId: uniqueDocument, ...more };
    return { document, workOrder: { ...own, ...work, workOrderId, uniqueDocument } };
  };
  const all = [imported("PENDING", {}), imported("DECLINED", { decision }), imported("DRAFT", {})];
  const documents = all.map(({ document }) => document);
  await load(app, { ...basics.lists, documents, workOrders: all.map(({ workOrder }) => workOrder) });
  for (const word of ["numbat", "potoroo"]) {
    const hits = (await findAll(word)).filter(({ part }) => part);
    expect(namesOf(hits).sort(), word).toEqual(documents.map(({ name }) => name).sort());
  }
});

test("COMPANY-10 a client finds the people of their organization, and the general documents they may sign or have signed", async () => {
  const word = unique("Galah");
  const own = await makePerson(app.db, {
    organization: { organizationId },
    profile: { firstName: word, lastName: "Own" },
  });
  await makePerson(app.db, { profile: { firstName: word, lastName: "Elsewhere" } });
  const open = await makeGeneralDocument(app.db, { name: `${word} terms` });
  await publishText(app.db, open.generalDocumentId, { name: `${word} terms, newer` });
  const retired = { retiredAt: new Date() };
  await makeGeneralDocument(app.db, { name: `${word} retired`, ...retired });
  const signed = await makeGeneralDocument(app.db, { name: `${word} retired and signed`, ...retired });
  await app.db.insert(signedGeneralDocuments).values({
    signedGeneralDocumentId: unique("signature"),
    generalDocumentId: signed.generalDocumentId,
    organizationId,
    userFirstName: "A",
    userLastName: "Colleague",
    userEmail: "colleague@example.test",
    signedAt: new Date(),
  });
  const hits = await find(word);
  expect(hits.map(({ kind, name }) => [kind, name]).sort()).toEqual([
    ["generalDocument", `${word} retired and signed`],
    ["generalDocument", `${word} terms, newer`],
    ["person", `${word} Own`],
  ]);
  expect(hits.find(({ kind }) => kind === "person")).toMatchObject({
    id: own.userProfileId,
    email: own.email,
  });
  expect(namesOf(await find(word, stranger))).toEqual([`${word} terms, newer`]);
});

test("VIEW-2 COMPANY-10 a client finds a shown draft by its name, and no word of its page", async () => {
  const given = { puckState: page(paragraph("<p>Quokka enclosure</p>")), status: "DRAFT" as const };
  const { name } = await makeRead({ ...given, name: "Wombat sanctuary" });
  await makeRead({ ...given, name: "Wombat cellar", shownAt: null });
  expect(namesOf(await find("wombat"))).toEqual([name]);
  expect(await find("quokka")).toEqual([]);
  const hits = await findAll("quokka");
  expect(namesOf(hits).sort()).toEqual(["Wombat cellar", name]);
  expect(hits.map(({ part }) => part?.isDraft)).toEqual([true, true]);
});

test("COMPANY-10 what a person types is plain text, in every script and length", async () => {
  const chinese = await makeRead({
    name: "网站设计合同",
    puckState: page(paragraph("<p>咖啡馆的在线预订</p>")),
  });
  await makeRead({ name: "计设" });
  const arabic = await makeRead({ name: "عَقْد الخدمة" });
  expect(namesOf(await find("设计"))).toEqual([chinese.name]);
  expect(namesOf(await find("合"))).toEqual([chinese.name]);
  expect((await find("在线预订"))[0]?.part?.text).toBe("咖啡馆的在线预订");
  expect(namesOf(await find("عقد"))).toEqual([arabic.name]);
  const harmless = ["", " ", "'", "''", "\\", ":*", "&", "!", "<->", "%", "()", "';--", "😀"];
  for (const typed of [...harmless, "a", "x".repeat(200), "ab ".repeat(66), "字".repeat(200)]) {
    expect(Array.isArray(await find(typed)), typed).toBe(true);
  }
  expect(await find("wharf | !p")).toEqual(await find("wharf p"));
  for (const refused of ["x".repeat(201), "\u0000", "\ud800"]) {
    expect(await app.refusal(search, { as: reader, body: { q: refused } })).toMatchObject({ status: 400 });
  }
});

test("COMPANY-10 newer records with the same characters apart hide none that has them side by side", async () => {
  const dated = (year: number) => ({
    createdAt: new Date(`${year}-01-01`),
    updatedAt: new Date(`${year}-01-01`),
  });
  const wanted = await makeRead({ name: "品川駅前", ...dated(2001) });
  const inPage = await makeRead({
    name: "Station",
    puckState: page(paragraph("<p>川の品</p>"), paragraph("<p>新しい品川の店</p>")),
    ...dated(2000),
  });
  for (let n = 1; n <= 6; n++)
    await makeDocument(app.db, { organizationId, name: `川と品 ${n}`, ...dated(2002) });
  for (const hits of [await find("品川"), await findAll("品川")]) {
    expect(namesOf(hits)).toEqual([wanted.name, inPage.name]);
    expect(hits[1]?.part?.text).toBe("新しい品川の店");
  }
});

test("COMPANY-10 the company finds every kind of record, of every organization and unsent ones too", async () => {
  const word = unique("Kookaburra");
  const named = { organizationId, name: `${word} record` };
  await makeDocument(app.db, { ...named, status: "DRAFT", shownAt: null });
  await makeWorkOrder(app.db, { ...named, shownAt: null });
  await makeInvoice(app.db, { ...named, issuedAt: null });
  const organization = await makeOrganization(app.db, { organizationName: `${word} Ltd` });
  const person = await makePerson(app.db, {
    organization,
    profile: { email: `${word.toLowerCase()}@example.test` },
  });
  await makeProduct(app.db, { productName: `Hour of ${word}` });
  await makeProduct(app.db, { productName: `Gone ${word}`, deletedAt: new Date() });
  await makeGeneralDocument(app.db, { name: `Terms of ${word}` });
  await makeTemplate(app.db, { name: "Proposal", description: `For a ${word} in spring` });
  const hits = await findAll(word);
  const kinds = "document generalDocument invoice organization person product template workOrder";
  expect(hits.map(({ kind }) => kind).sort()).toEqual(kinds.split(" "));
  expect(hits.find(({ kind }) => kind === "template")).toMatchObject({ name: "Proposal" });
  expect(hits.find(({ kind }) => kind === "person")).toMatchObject({ email: person.email });
  expect(hits.find(({ kind }) => kind === "invoice")?.organizationName).toBe("Harbour & Co");
});

test("COMPANY-10 of many matches the latest five of a kind are found, also when the rest of the portal has more", async () => {
  const word = unique("platypus");
  for (let n = 1; n <= 7; n++) {
    const createdAt = new Date(Date.UTC(2020, 1, n));
    await makeDocument(app.db, { organizationId, name: `${word} ${n}`, createdAt, updatedAt: createdAt });
  }
  const latest = [7, 6, 5, 4, 3].map((n) => `${word} ${n}`);
  expect(namesOf(await find(word))).toEqual(latest);
  expect(namesOf(await findAll(word))).toEqual(latest);
});

test("COMPANY-10 a page is searched from the change that stores it, and a killed index job loses and doubles nothing", async () => {
  const source = await makeRead({ name: "Source", puckState: page(paragraph("<p>Bandicoot fence</p>")) });
  const details = { name: unique("Fresh"), organizationId };
  const added = await app.request(addDocument, {
    as: editor,
    body: { ...details, documentType: "PROPOSAL", invoice: NO_INVOICE, templateId: BLANK_PAGE },
  });
  expect(added.name).toBe(details.name);
  const copy = await app.request(duplicateDocument, {
    as: editor,
    params: { id: source.uniqueDocumentId },
    body: details,
  });
  const hits = await findAll("bandicoot");
  expect(hits.map(({ id }) => id).sort()).toEqual([source.uniqueDocumentId, copy.uniqueDocumentId].sort());

  const all = () =>
    app.db.select().from(documentParts).orderBy(documentParts.uniqueDocumentId, documentParts.position);
  const before = await all();
  await app.db.delete(documentParts).where(eq(documentParts.uniqueDocumentId, source.uniqueDocumentId));
  await index();
  expect(await all()).toEqual(before);
});

test("COMPANY-10 a search in a small organization reads no rows of the large ones", async () => {
  const { userProfileId } = await makePerson(app.db);
  const small = await makeOrganization(app.db);
  await makeDocument(app.db, { organizationId: small.organizationId });
  const large = await makeOrganization(app.db);
  await app.alterTables(`insert into unique_documents (unique_document_id, organization_id, external_id, name, slug,
      document_type, status, puck_state, salt, shown_at, created_at, updated_at)
    select 'many-' || n, case n % 9 when 0 then '${organizationId}' else '${large.organizationId}' end, n, 'Of many', 'many-' || n, 'PROPOSAL', 'DECLINED', '{}', '', at, at, at
    from generate_series(1, 2000) n, lateral (select timestamptz '1999-01-01' - n * interval '1 hour' as at) moment`);
  await app.alterTables("analyze unique_documents");
  const scope = { role: "member", userProfileId, organizationId: small.organizationId } as const;
  const read = await readInScope(app.deps.database, scope, async (tx) => {
    const fetched = async () => {
      const { rows } = await tx.execute<{ rows: string }>(
        sql`select idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'unique_documents'`,
      );
      return Number(rows[0]?.rows ?? 0);
    };
    // Then the planner prefers rows in the order of the disk, as it does for many.
    await tx.execute(sql`set local random_page_cost = 1000`);
    const before = await fetched();
    await tx.execute(
      sql`select * from counterpart_find_of_organization('nosuchword', null, 'nosuchword', '{}')`,
    );
    return (await fetched()) - before;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(100);
});
