import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import { contentHashOf } from "#server/agreements/queries.ts";
import type { Db } from "#server/db/database.ts";
import { updateTotals } from "#server/documents/content.ts";
import { findCurrentWork } from "#server/documents/find-work.ts";
import { hashPassword, type Work } from "#server/identity/hash-password.ts";
import { accessRecords } from "#server/schema/access-records.ts";
import { userProfiles } from "#server/schema/account.ts";
import { generalDocuments, generalDocumentVersions } from "#server/schema/agreements.ts";
import { invoiceLines, invoicePayments, invoices, uniqueDocuments } from "#server/schema/documents.ts";
import { authAccounts, authUsers } from "#server/schema/identity.ts";
import { notifications } from "#server/schema/notifications.ts";
import { organizations } from "#server/schema/organizations.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { products } from "#server/schema/products.ts";
import { sections, templates } from "#server/schema/templates.ts";
import { workOrderProducts, workOrders } from "#server/schema/work-orders.ts";

// Each factory makes the parents that are not given, under random names, so that tests can share a database.

export const PASSWORD = "counterpart-test";
let passwordHash: Promise<string> | undefined;

/** "order-3f9a12bc77d0": a name that nothing else has. */
export function unique(word: string): string {
  return `${word}-${randomBytes(6).toString("hex")}`;
}

type Row<Table extends { $inferInsert: object }> = Partial<Table["$inferInsert"]>;

export async function makeOrganization(db: Db, values: Row<typeof organizations> = {}) {
  const organizationId = unique("org");
  const [row] = await db
    .insert(organizations)
    .values({ organizationId, organizationName: organizationId, status: "ACTIVE", quickLinks: [], ...values })
    .returning();
  return made(row);
}

/** A record without evidence: only recordAccess adds that. */
export async function makeAccessRecord(db: Db, values: Row<typeof accessRecords> = {}) {
  const [row] = await db
    .insert(accessRecords)
    .values({
      accessRecordId: unique("access"),
      organizationId: values.organizationId ?? (await makeOrganization(db)).organizationId,
      kind: "grant",
      at: new Date(),
      personName: "Ada Byron",
      personEmail: `${unique("person")}@example.test`,
      permissionType: "write",
      actorName: "Olive Owner",
      actorSide: "company",
      ...values,
    })
    .returning();
  return made(row);
}

export type TestPerson = Awaited<ReturnType<typeof makePerson>>;

type PersonGiven = {
  /** The person's active organization; made if left out, none if null. */
  organization?: { organizationId: string } | null;
  /** The person's permission there; none if null. */
  permission?: PermissionType | null;
  /** Whether the person has a profile. */
  hasProfile?: boolean;
  profile?: Row<typeof userProfiles>;
};

/** A person with a sign-in (PASSWORD), a profile, and write permission in their active organization. */
export async function makePerson(db: Db, values: PersonGiven = {}) {
  const email = values.profile?.email ?? `${unique("person")}@example.test`;
  const authUserId = await makeSignIn(db, email);
  const organization = values.organization === undefined ? await makeOrganization(db) : values.organization;
  const organizationId = organization?.organizationId ?? null;
  const userProfileId = values.profile?.userProfileId ?? unique("user");
  if (values.hasProfile !== false) {
    await db.insert(userProfiles).values({
      userProfileId,
      authUserId,
      firstName: "Ada",
      lastName: unique("Byron"),
      email,
      activeOrganizationId: organizationId,
      ...values.profile,
    });
    const permissionType = values.permission === undefined ? "write" : values.permission;
    if (organizationId && permissionType) {
      await makePermission(db, { userId: userProfileId, organizationId, permissionType });
    }
  }
  return { authUserId, userProfileId, email, password: PASSWORD, organizationId: organizationId ?? "" };
}

/** An admin, who belongs to no organization. */
export function makeAdmin(db: Db, adminRole: AdminRole) {
  return makePerson(db, { organization: null, profile: { adminRole } });
}

/** A stored password says its own work, so tests check theirs in no time. The portal hashes none with so little. */
const QUICK: Work = { ln: 4, r: 8, p: 1 };

async function makeSignIn(db: Db, email: string): Promise<string> {
  passwordHash ??= hashPassword(PASSWORD, QUICK);
  const password = await passwordHash;
  const id = unique("auth");
  await db.insert(authUsers).values({ id, name: email, email, emailVerified: true });
  await db
    .insert(authAccounts)
    .values({ id: unique("account"), accountId: id, providerId: "credential", userId: id, password });
  return id;
}

export async function makePermission(
  db: Db,
  values: { userId: string; organizationId: string; permissionType: PermissionType },
) {
  const [row] = await db
    .insert(organizationPermissions)
    .values({ organizationPermissionId: unique("permission"), ...values })
    .returning();
  return made(row);
}

/** A saved section of one heading. */
export async function makeSection(db: Db, values: Row<typeof sections> = {}) {
  const sectionId = unique("section");
  const [row] = await db
    .insert(sections)
    .values({ sectionId, name: sectionId, page: makePage(), madeBy: "Noah", madeAt: new Date(), ...values })
    .returning();
  return made(row);
}

export async function makeProduct(db: Db, values: Row<typeof products> = {}) {
  const productId = unique("product");
  const [row] = await db
    .insert(products)
    .values({ productId, productName: productId, productUnit: "hour", productRate: "100", ...values })
    .returning();
  return made(row);
}

/** A page with a heading and, for given work orders, their prices. */
export function makePage(workOrderIds: readonly string[] = [], title = "A proposal") {
  const pricing = {
    type: "WorkOrders",
    props: { id: unique("WorkOrders"), workOrderData: { workOrderIds: [...workOrderIds] }, gst: true },
  };
  return {
    root: { props: { title } },
    content: [
      { type: "Heading", props: { id: unique("Heading"), text: title, size: "title" } },
      ...(workOrderIds.length > 0 ? [pricing] : []),
    ],
  };
}

/** A pending proposal whose page shows its name, sent as it is. */
export async function makeDocument(db: Db, values: Row<typeof uniqueDocuments> = {}) {
  const row = await insertDocument(db, values);
  await sendAgain(db, row.uniqueDocumentId, row.shownAt ?? undefined);
  return row;
}

/** Sends a document that waits for a decision once more, with its page and work as they are stored now. */
export async function sendAgain(db: Db, uniqueDocumentId: string, sentAt = new Date()): Promise<void> {
  await db.transaction(async (tx) => {
    const [document] = await tx
      .select()
      .from(uniqueDocuments)
      .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
    if (document?.status !== "PENDING") return;
    const { organizationId } = document;
    const work = (await findCurrentWork(tx, organizationId, [uniqueDocumentId])).get(uniqueDocumentId);
    // Copied in the database, so that tests can send pages that the portal refuses.
    await tx.execute(sql`
      insert into document_versions (unique_document_id, organization_id, number, sent_at, page, work)
      select unique_document_id, organization_id, 1 + (select count(*) from document_versions as sent
        where sent.unique_document_id = document.unique_document_id), ${sentAt.toISOString()}::timestamptz, puck_state, ${JSON.stringify(work)}::jsonb
      from unique_documents as document where unique_document_id = ${uniqueDocumentId}`);
    await tx
      .update(workOrders)
      .set({ sentName: sql`${workOrders.name}` })
      .where(eq(workOrders.uniqueDocumentId, uniqueDocumentId));
    await updateTotals(tx, organizationId, uniqueDocumentId);
  });
}

async function insertDocument(db: Db, values: Row<typeof uniqueDocuments>) {
  const uniqueDocumentId = values.uniqueDocumentId ?? unique("doc");
  const [row] = await db
    .insert(uniqueDocuments)
    .values({
      uniqueDocumentId,
      organizationId: values.organizationId ?? (await makeOrganization(db)).organizationId,
      externalId: unique("P"),
      name: uniqueDocumentId,
      slug: uniqueDocumentId,
      documentType: "PROPOSAL",
      status: "PENDING",
      puckState: makePage(),
      shownAt: new Date(),
      ...values,
    })
    .returning();
  return made(row);
}

export async function makeTemplate(db: Db, values: Row<typeof templates> = {}) {
  const templateId = values.templateId ?? unique("template");
  const at = new Date();
  const times = { pageSavedAt: at, createdAt: at, updatedAt: at };
  const [row] = await db
    .insert(templates)
    .values({
      templateId,
      name: templateId,
      description: "",
      variables: [],
      page: makePage(),
      ...times,
      ...values,
    })
    .returning();
  return made(row);
}

type WorkOrderGiven = Row<typeof workOrders> & {
  /** The lines; by default one hour of a product of 100 dollars. */
  products?: { productId: string; total: string | null }[];
};

export async function makeWorkOrder(db: Db, { products: lines, ...values }: WorkOrderGiven = {}) {
  const workOrderId = values.workOrderId ?? unique("order");
  const [row] = await db
    .insert(workOrders)
    .values({
      workOrderId,
      organizationId: values.organizationId ?? (await makeOrganization(db)).organizationId,
      externalId: unique("W"),
      name: workOrderId,
      description: "<p>Work to be done</p>",
      workOrderStatus: "OPEN",
      isOptional: false,
      doesClientWantWorkDone: false,
      discountPercent: "0",
      shownAt: new Date(),
      ...values,
    })
    .returning();
  const wanted = lines ?? [{ productId: (await makeProduct(db)).productId, total: "1" }];
  if (wanted.length > 0) {
    await db
      .insert(workOrderProducts)
      .values(wanted.map((line, position) => ({ workOrderId, position, ...line })));
  }
  return made(row);
}

/** A pending document whose page prices the work orders that this factory makes. */
export async function makeQuote(
  db: Db,
  values: {
    organizationId?: string;
    workOrders?: WorkOrderGiven[];
    document?: Row<typeof uniqueDocuments>;
  } = {},
) {
  const organizationId = values.organizationId ?? (await makeOrganization(db)).organizationId;
  const ids = (values.workOrders ?? [{}]).map((one) => one.workOrderId ?? unique("order"));
  const document = await insertDocument(db, { organizationId, puckState: makePage(ids), ...values.document });
  const made: Awaited<ReturnType<typeof makeWorkOrder>>[] = [];
  for (const [index, workOrder] of (values.workOrders ?? [{}]).entries()) {
    const { uniqueDocumentId } = document;
    made.push(
      await makeWorkOrder(db, {
        ...workOrder,
        workOrderId: ids[index] ?? "",
        organizationId,
        uniqueDocumentId,
      }),
    );
  }
  await sendAgain(db, document.uniqueDocumentId, document.shownAt ?? undefined);
  return { document, workOrders: made };
}

export async function makeInvoice(db: Db, values: Row<typeof invoices> = {}) {
  const invoiceId = unique("invoice");
  const [row] = await db
    .insert(invoices)
    .values({
      invoiceId,
      organizationId: values.organizationId ?? (await makeOrganization(db)).organizationId,
      externalId: unique("I"),
      name: invoiceId,
      invoiceStatus: "UNPAID",
      issuedAt: new Date(),
      ...values,
    })
    .returning();
  return made(row);
}

export async function makeInvoiceLine(db: Db, values: Row<typeof invoiceLines> & { invoiceId: string }) {
  const amounts = { quantity: "2", rate: "50", discountPercent: "0", amount: "100" };
  const [row] = await db
    .insert(invoiceLines)
    .values({ position: 0, description: "Work", hasGst: true, ...amounts, ...values })
    .returning();
  return made(row);
}

export async function makePayment(db: Db, values: Row<typeof invoicePayments> & { invoiceId: string }) {
  const paid = { paymentId: unique("payment"), paidOn: "2026-11-20", amount: "10", recordedAt: new Date() };
  const [row] = await db
    .insert(invoicePayments)
    .values({ ...paid, ...values })
    .returning();
  return made(row);
}

export async function makeNotification(
  db: Db,
  values: Row<typeof notifications> & { userProfileId: string; organizationId: string },
) {
  const [row] = await db
    .insert(notifications)
    .values({ notificationId: unique("note"), message: "Something happened", ...values })
    .returning();
  return made(row);
}

type GivenVersion = Partial<
  Pick<typeof generalDocumentVersions.$inferInsert, "name" | "richText" | "signatureType" | "publishedAt">
>;

/** Makes a general document in its first version. */
export async function makeGeneralDocument(db: Db, values: GivenVersion & Row<typeof generalDocuments> = {}) {
  const generalDocumentId = values.generalDocumentId ?? unique("general");
  const { isGeneralTerms = false, retiredAt = null } = values;
  await db.insert(generalDocuments).values({ generalDocumentId, isGeneralTerms, retiredAt, version: 1 });
  return makeVersion(db, generalDocumentId, { ...values, version: 1 });
}

/** Makes the next version of a general document the newest, as if it had been published. */
export async function publishText(db: Db, generalDocumentId: string, values: GivenVersion = {}) {
  const [document] = await db
    .update(generalDocuments)
    .set({ version: sql`${generalDocuments.version} + 1` })
    .where(eq(generalDocuments.generalDocumentId, generalDocumentId))
    .returning();
  return makeVersion(db, generalDocumentId, { ...values, version: made(document).version });
}

async function makeVersion(
  db: Db,
  generalDocumentId: string,
  {
    version,
    name = generalDocumentId,
    richText = "<p>Terms</p>",
    ...values
  }: GivenVersion & { version: number },
) {
  const { signatureType = "ACKNOWLEDGE", publishedAt = new Date() } = values;
  const shown = { generalDocumentId, name, richText };
  const [row] = await db
    .insert(generalDocumentVersions)
    .values({ ...shown, version, signatureType, publishedAt, contentHash: contentHashOf(shown) })
    .returning();
  return made(row);
}

function made<Made>(row: Made | undefined): Made {
  if (!row) throw new Error("The database returned no row for what was just made.");
  return row;
}
