import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addDocument, duplicateDocument } from "#contract/admin/documents.ts";
import {
  addNewVersion,
  fillDraft,
  getChecks,
  getDraft,
  restoreRevision,
  savePage,
} from "#contract/admin/drafts.ts";
import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplates,
  retireTemplate,
  saveTemplatePage,
} from "#contract/admin/templates.ts";
import { formatDate } from "#domain/format.ts";
import { isLocked } from "#domain/page/locks.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { allItems } from "#domain/page/walk-page.ts";
import { MAX_TEXT_LENGTH } from "#domain/storable-text.ts";
import { MAX_VARIABLE_LENGTH } from "#domain/templates/own-variable.ts";
import type { TemplateDetails } from "#domain/templates/template.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { templates } from "#server/schema/templates.ts";
import { openOffice, PLAIN } from "#tests/support/company-documents.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePerson,
  makeQuote,
  makeTemplate,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);

const block = (type: string, id: string, props: Record<string, unknown> = {}): PageItem => ({
  type,
  props: { id, ...props },
});
const pageOf = (...content: PageItem[]): PuckState => ({ root: { props: {} }, content });
const byEditor = () => ({ as: office.editor });

const add = (details: { name?: string; description?: string; uniqueDocumentId?: string } = {}) =>
  app.request(addTemplate, { ...byEditor(), body: { name: unique("Shop"), description: "", ...details } });
const read = (id: string) => app.request(getTemplate, { as: office.viewer, params: { id } });
const save = (id: string, revision: number, page: PuckState) =>
  app.request(saveTemplatePage, { ...byEditor(), params: { id }, body: { revision, page } });
const changing = (id: string, asRead: TemplateDetails, given: Partial<TemplateDetails>) => ({
  ...byEditor(),
  params: { id },
  body: { ...asRead, ...given, asRead },
});

/** A template with this page, and with variables of its own. */
async function makeWith(page: PuckState, variables: TemplateDetails["variables"] = []): Promise<string> {
  return (await makeTemplate(app.db, { page, variables })).templateId;
}

async function makeDocumentFrom(templateId: string, given: Record<string, unknown> = {}) {
  const { organizationId, organizationName } = await makeOrganization(app.db);
  const body = { ...PLAIN, organizationId, templateId, ...given };
  const document = await app.request(addDocument, { ...byEditor(), body });
  const draft = await app.request(getDraft, { as: office.viewer, params: { id: document.uniqueDocumentId } });
  return { document, draft, organizationName };
}

const refuseSave = (id: string, revision: number, page: PuckState) =>
  app.refusal(savePage, { ...byEditor(), params: { id }, body: { revision, page } });

test("STUDIO-9 a template is made, renamed, copied, retired and deleted, and a viewer reads it", async () => {
  const made = await add({ name: "  Shop front ", description: "For shops" });
  const { templateId: id } = made;
  expect(made).toMatchObject({
    name: "Shop front",
    description: "For shops",
    documents: 0,
    isRetired: false,
  });
  const details = { name: "Shop front", description: "For shops", variables: [] };
  const variables = [{ name: "colour", label: "Colour", default: "Slate" }];
  const wanted = changing(id, details, { name: "Shops", variables });
  const changed = await app.request(changeTemplate, wanted);
  expect(changed).toMatchObject({ name: "Shops", variables });
  expect(await app.request(changeTemplate, wanted)).toEqual(changed);
  expect(await app.refusal(changeTemplate, changing(id, details, { name: "Other" }))).toMatchObject({
    status: 409,
    details: { reason: "changed-meanwhile", template: { name: "Shops" } },
  });
  await save(id, 1, pageOf(block("Heading", "h", { text: "{{client.name}}", locked: true })));
  const copy = await app.request(duplicateTemplate, {
    ...byEditor(),
    params: { id },
    body: { name: "Shops 2" },
  });
  const whole = await read(copy.templateId);
  expect(whole).toMatchObject({ name: "Shops 2", variables, referencedVariables: ["client.name"] });
  expect(whole.page.content).toMatchObject([{ props: { text: "{{client.name}}", locked: true } }]);
  expect(whole.page.content[0]?.props.id).not.toBe("h");

  const retire = (isRetired: boolean) =>
    app.request(retireTemplate, { ...byEditor(), params: { id }, body: { isRetired } });
  expect(await retire(true)).toMatchObject({ isRetired: true });
  const { organizationId } = await makeOrganization(app.db);
  const body = { ...PLAIN, organizationId, templateId: id };
  expect(await app.refusal(addDocument, { ...byEditor(), body })).toMatchObject({ status: 400 });
  await retire(false);
  await app.request(addDocument, { ...byEditor(), body });
  expect(await app.refusal(deleteTemplate, { ...byEditor(), params: { id } })).toMatchObject({
    status: 409,
    details: { reason: "in-use", documents: 1 },
  });
  await app.request(deleteTemplate, { ...byEditor(), params: { id: copy.templateId } });
  const gone = { as: office.viewer, params: { id: copy.templateId } };
  expect(await app.refusal(getTemplate, gone)).toMatchObject({ status: 404 });
  const listed = await app.request(listTemplates, { as: office.viewer });
  expect(listed.find(({ templateId }) => templateId === id)).toMatchObject({ name: "Shops", documents: 1 });
  expect((await office.history(id)).map(({ action }) => action)).toEqual([
    "template.restore",
    "template.retire",
    "template.edit",
    "template.change",
    "template.add",
  ]);
});

test.each<[string, Partial<TemplateDetails>, string]>([
  ["no name", { name: " " }, "Please enter a name"],
  ["a variable of the portal", { variables: [{ name: "today", label: "Day", default: "" }] }, "of this name"],
  ["a name with braces", { variables: [{ name: "a}}", label: "A", default: "" }] }, "small letters"],
  ["a variable without a label", { variables: [{ name: "a", label: "", default: "" }] }, "what people read"],
  [
    "two variables of one name",
    { variables: ["A", "B"].map((label) => ({ name: "a", label, default: "" })) },
    "Each variable has its own name",
  ],
])("STUDIO-9 a template with %s is refused in words", async (_what, given, told) => {
  const { templateId: id, name, description, variables } = await add();
  const refused = await app.refusal(changeTemplate, changing(id, { name, description, variables }, given));
  expect(refused).toMatchObject({ status: 400 });
  expect(refused.message).toContain(told);
});

test("STUDIO-9 a template's page is validated like a draft's, has no work, and the second of two editors gets a conflict", async () => {
  const unknown = block("Carousel", "gone", { speed: 3 });
  const id = await makeWith(pageOf(unknown));
  const text = block("Paragraph", "p", { text: '<p onclick="x()">{{client.name}}</p><script>x()</script>' });
  const work = block("WorkOrders", "w", { workOrderData: { workOrderIds: ["of-another-page"] } });
  await save(id, 1, pageOf(unknown, text, work));
  const whole = await read(id);
  expect(whole).toMatchObject({ revision: 2, savedBy: { userProfileId: office.editor.userProfileId } });
  expect(whole.page.content).toMatchObject([
    unknown,
    { props: { text: "<p>{{client.name}}</p>" } },
    { props: { workOrderData: { workOrderIds: [] } } },
  ]);
  const inLink = block("LinkWrapper", "l", { content: [block("LinkWrapper", "m")] });
  const colleague = await makeAdmin(app.db, "editor");
  const refusals: [PuckState, number, string][] = [
    [pageOf(unknown, block("Marquee", "new")), 400, "no block of the type"],
    [pageOf(inLink), 400, "may not stand in a LinkWrapper"],
    [{ ...pageOf(text), version: 99 }, 400, "of version 99"],
    [pageOf(text), 409, "has saved this page since you opened it"],
  ];
  for (const [page, status, told] of refusals) {
    const asked = { as: colleague, params: { id }, body: { revision: 1, page } };
    const refused = await app.refusal(saveTemplatePage, asked);
    expect(refused).toMatchObject({ status });
    expect(refused.message).toContain(told);
  }
  expect((await read(id)).revision).toBe(2);
  // A block whose type is gone stays in documents too, where the checks name it.
  const { document } = await makeDocumentFrom(id);
  const { checks } = await app.request(getChecks, {
    as: office.viewer,
    params: { id: document.uniqueDocumentId },
  });
  expect(checks.map(({ kind }) => kind)).toContain("unknown-type");
});

test("STUDIO-9 a template is made from a document, without its work", async () => {
  const { document, workOrders } = await makeQuote(app.db, {});
  const { templateId } = await add({ uniqueDocumentId: document.uniqueDocumentId });
  const { page } = await read(templateId);
  expect(page.content.map(({ type }) => type)).toEqual(["Heading", "WorkOrders"]);
  expect(JSON.stringify(page)).not.toContain(String(workOrders[0]?.workOrderId));
  expect(page.content[0]?.props.id).not.toBe(document.puckState.content[0]?.props.id);
  const missing = {
    ...byEditor(),
    body: { name: "Of nothing", description: "", uniqueDocumentId: "nothing" },
  };
  expect(await app.refusal(addTemplate, missing)).toMatchObject({ status: 404 });
});

test("STUDIO-9 FORM-1 a document is made from a template with its variables filled, and those without a text are listed", async () => {
  const own = [
    { name: "colour", label: "Colour", default: "Slate" },
    { name: "street", label: "Street", default: "" },
    { name: "wood", label: "Wood", default: "Oak" },
  ];
  const templateId = await makeWith(
    pageOf(
      block("Heading", "h", { text: "{{document.number}} for {{client.name}}", anchor: "top" }),
      block("Paragraph", "p", {
        text: "<p>{{contact.name}}, {{author.email}}, {{colour}}, <b>{{street}}</b>, {{wood}}, {{typo}}</p>",
      }),
      block("List", "l", { items: [{ title: "Until {{document.valid-until}}, of {{today}}" }] }),
      block("PricingTable", "t", { lineItems: [{ product: "{{colour}}", price: 100, count: 1 }] }),
    ),
    own,
  );
  const client = await makePerson(app.db);
  const { organizationId } = client;
  const hostile = "<script>alert(1)</script> & {{street}}";
  const { document, draft } = await makeDocumentFrom(templateId, {
    organizationId,
    contactId: client.userProfileId,
    validUntil: "2026-12-24",
    texts: { colour: hostile, wood: "" },
  });
  expect(document).toMatchObject({ templateId, unfilled: ["Street", "Wood", "typo"], totalCost: 110 });
  expect(await office.read(document.uniqueDocumentId)).toMatchObject({ templateId });
  const [heading, paragraph, list, table] = draft.page.content;
  expect(heading?.props.text).toBe(`${document.externalId} for ${draft.organizationName}`);
  expect(heading?.props).toMatchObject({ anchor: "top" });
  expect(heading?.props.id).not.toBe("h");
  expect(paragraph?.props.text).toContain(office.editor.email);
  expect(paragraph?.props.text).toContain(
    "&lt;script&gt;alert(1)&lt;/script&gt; &amp; {{street}}, <b>{{street}}</b>, {{wood}}, {{typo}}",
  );
  const today = formatDate(document.createdAt, app.deps.settings.now().timeZone);
  expect(list?.props).toMatchObject({ items: [{ title: `Until 24 Dec 2026, of ${today}` }] });
  expect(table?.props).toMatchObject({ lineItems: [{ product: hostile }] });
  expect(draft).toMatchObject({ name: PLAIN.name, variables: own });
  const { checks } = await app.request(getChecks, {
    as: office.viewer,
    params: { id: document.uniqueDocumentId },
  });
  expect(checks.filter(({ kind }) => kind === "unfilled-variable").map(({ message }) => message)).toEqual([
    expect.stringContaining("{{street}}"),
    expect.stringContaining("{{street}}"),
    expect.stringContaining("{{wood}}"),
    expect.stringContaining("{{typo}}"),
  ]);
  const stranger = await makePerson(app.db);
  const body = { ...PLAIN, organizationId, templateId, contactId: stranger.userProfileId };
  expect((await app.refusal(addDocument, { ...byEditor(), body })).message).toContain("doesn't belong");
});

const LOCKED = pageOf(
  block("Heading", "h", { text: "{{client.name}}" }),
  block("Paragraph", "terms", { text: "<p>Our terms for {{whom}}</p>", locked: true }),
  block("Container", "shut", { locked: true, content: [block("Paragraph", "inside", { text: "Kept" })] }),
);

test("STUDIO-9 locked blocks of a template cannot be changed, moved, duplicated, removed or unlocked, also by a copy's author", async () => {
  const { document, draft } = await makeDocumentFrom(await makeWith(LOCKED));
  const { uniqueDocumentId: id } = document;
  const [heading, terms, shut] = draft.page.content as [PageItem, PageItem, PageItem];
  const withProps = (item: PageItem, props: Record<string, unknown>) => ({
    ...item,
    props: { ...item.props, ...props },
  });
  const refused: [PageItem[], string][] = [
    [[heading, withProps(terms, { text: "<p>Their terms</p>" }), shut], "stays as it is"],
    [[heading, withProps(terms, { locked: false }), shut], "stays on the page"],
    [[heading, shut], "stays on the page"],
    [[heading, shut, terms], "stays where it is"],
    [[heading, terms, withProps(shut, { content: [] })], "stays as it is"],
    [[heading, terms, shut, withProps(terms, { id: "twin" })], "Only a template locks"],
    [[withProps(heading, { locked: true }), terms, shut], "Only a template locks"],
  ];
  for (const [content, told] of refused) {
    const { status, message } = await refuseSave(id, 1, { ...draft.page, content });
    expect([status, message]).toEqual([400, expect.stringContaining(told)]);
  }
  const free = [terms, block("Heading", "new", { text: "New" }), withProps(heading, { text: "Moved" }), shut];
  const saved = await app.request(savePage, {
    ...byEditor(),
    params: { id },
    body: { revision: 1, page: { ...draft.page, content: free } },
  });
  expect(saved.revision).toBe(2);
  const { organizationId } = document;
  const copy = await app.request(duplicateDocument, {
    ...byEditor(),
    params: { id },
    body: { name: "Copy", organizationId },
  });
  const copied = await app.request(getDraft, { as: office.viewer, params: { id: copy.uniqueDocumentId } });
  expect(allItems(copied.page).filter(isLocked)).toHaveLength(2);
  expect(await refuseSave(copy.uniqueDocumentId, copied.revision, pageOf(heading))).toMatchObject({
    status: 400,
  });
});

test("STUDIO-9 STUDIO-8 variables are filled later, also in locked blocks, and an earlier page keeps what is locked", async () => {
  const { document, draft } = await makeDocumentFrom(await makeWith(LOCKED));
  const { uniqueDocumentId: id } = document;
  expect(document.unfilled).toEqual(["whom"]);
  const fill = (revision: number, texts: Record<string, string>) => ({
    ...byEditor(),
    params: { id },
    body: { revision, texts },
  });
  expect(await app.refusal(fillDraft, fill(9, { whom: "Ada" }))).toMatchObject({ status: 409 });
  expect(await app.request(fillDraft, fill(1, { whom: "" }))).toMatchObject({ revision: 1 });
  expect(await app.request(fillDraft, fill(1, { whom: "Ada & Co" }))).toMatchObject({ revision: 2 });
  const readDraft = () => app.request(getDraft, { as: office.viewer, params: { id } });
  const filled = await readDraft();
  const terms = (page: PuckState) => page.content.find(({ type }) => type === "Paragraph")?.props.text;
  expect(terms(filled.page)).toBe("<p>Our terms for Ada &amp; Co</p>");
  const [heading, ...locked] = filled.page.content as [PageItem, ...PageItem[]];
  const other = { ...heading, props: { ...heading.props, text: "Other" } };
  await app.request(savePage, {
    ...byEditor(),
    params: { id },
    body: { revision: 2, page: { ...filled.page, content: [other, ...locked] } },
  });
  const restored = { ...byEditor(), params: { id, number: "1" }, body: { revision: 3 } };
  await app.request(restoreRevision, restored);
  const { page } = await readDraft();
  expect(page.content[0]?.props.text).toBe(draft.page.content[0]?.props.text);
  expect(terms(page)).toBe("<p>Our terms for Ada &amp; Co</p>");
  expect((await office.history(id)).map(({ action }) => action)).toContain("document.fill");
});

test("STUDIO-9 FORM-1 texts that make a page too long to keep are refused, and the draft stays", async () => {
  const text = "{{whom}} ".repeat(1 + MAX_TEXT_LENGTH / MAX_VARIABLE_LENGTH);
  const { document, draft } = await makeDocumentFrom(
    await makeWith(pageOf(block("Paragraph", "p", { text }))),
  );
  const params = { id: document.uniqueDocumentId };
  const body = { revision: 1, texts: { whom: "x".repeat(MAX_VARIABLE_LENGTH) } };
  expect(await app.refusal(fillDraft, { ...byEditor(), params, body })).toMatchObject({
    status: 400,
    message: expect.stringContaining("at most 200,000 are allowed"),
  });
  expect((await app.request(getDraft, { as: office.viewer, params })).page).toEqual(draft.page);
});

test("STUDIO-9 deleting a template while a document is made from it happens first or is refused", async () => {
  const { organizationId } = await makeOrganization(app.db);
  for (let round = 0; round < 6; round += 1) {
    const templateId = await makeWith(LOCKED);
    const body = { ...PLAIN, organizationId, templateId };
    const [made, deleted] = await Promise.all([
      app.rawRequest("POST /api/unique-document/admin", { ...byEditor(), body }),
      app.rawRequest(`DELETE /api/template/admin/${templateId}`, byEditor()),
    ]);
    const left = await app.db.$count(templates, eq(templates.templateId, templateId));
    expect([made.status, deleted.status, left]).toEqual(made.status === 200 ? [200, 409, 1] : [400, 200, 0]);
  }
});

test("STUDIO-9 a document of 1,000 locked blocks is made, and saved with one more", async () => {
  const many = Array.from({ length: 1000 }, (_, n) =>
    block("Paragraph", `p${n}`, { text: `<p>{{client.name}} ${n}</p>`, locked: true }),
  );
  const { document, draft } = await makeDocumentFrom(await makeWith(pageOf(...many)));
  expect(draft.page.content).toHaveLength(1000);
  expect(draft.page.content[999]?.props.text).toBe(`<p>${draft.organizationName} 999</p>`);
  const content = [block("Heading", "new", { text: "New" }), ...draft.page.content];
  const body = { revision: 1, page: { ...draft.page, content } };
  const params = { id: document.uniqueDocumentId };
  expect(await app.request(savePage, { ...byEditor(), params, body })).toMatchObject({ revision: 2 });
});

test("STUDIO-9 STUDIO-11 every copy of a page has the parts that cannot be read", async () => {
  const odd = { props: { words: "Ash and elm" } } as unknown as PageItem;
  const puckState = pageOf(block("Heading", "h", { text: "Oak" }), odd);
  const { organizationId, uniqueDocumentId } = await makeDocument(app.db, { puckState });
  const ofDocument = { ...byEditor(), params: { id: uniqueDocumentId } };
  const { templateId: first } = await add({ uniqueDocumentId });
  const ofTemplate = { ...byEditor(), params: { id: first } };
  const { templateId } = await app.request(duplicateTemplate, { ...ofTemplate, body: { name: "Oak again" } });
  const problems = ["There is no block that can be read at content[1]."];
  expect(await read(templateId)).toMatchObject({ problems });
  const copies = [
    await office.add(organizationId, { templateId }),
    await app.request(duplicateDocument, { ...ofDocument, body: { name: "Elm", organizationId } }),
    await app.request(addNewVersion, { ...ofDocument, body: {} }),
  ];
  for (const { uniqueDocumentId: id } of copies) {
    expect(await app.request(getDraft, { ...byEditor(), params: { id } })).toMatchObject({ problems });
    const ofCopy = eq(uniqueDocuments.uniqueDocumentId, id);
    const [row] = await app.db.select().from(uniqueDocuments).where(ofCopy);
    expect(row?.puckState.unread).toMatchObject([{ part: odd }]);
  }
});
