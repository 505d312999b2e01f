import { asc, desc, eq, sql } from "drizzle-orm";
import type { FirstSteps } from "#domain/home/home.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { generalDocumentDrafts, generalDocuments } from "../schema/agreements.ts";
import { auditEvents } from "../schema/audit.ts";
import { documentVisibleToClients, isListed, uniqueDocuments } from "../schema/documents.ts";
import { invitations } from "../schema/invitations.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { isCompanyNamed } from "../settings/require-company-name.ts";

/** What leads to the first sent document, as far as it is done; null once a client has seen one. */
export async function findFirstSteps(deps: Pick<Deps, "db" | "env">): Promise<FirstSteps | null> {
  const { db } = deps;
  const { uniqueDocumentId, name, updatedAt } = uniqueDocuments;
  const isShown = documentVisibleToClients(uniqueDocuments);
  const sent = await db.select({ one: sql`1` }).from(uniqueDocuments).where(isShown).limit(1);
  if (sent.length > 0) return null;
  const isSampleSent = sql<boolean>`exists (select from ${auditEvents}
    where ${eq(auditEvents.subjectId, uniqueDocumentId)} and ${eq(auditEvents.action, "document.sample")})`;
  const [draft] = await db
    .select({ uniqueDocumentId, name, isSampleSent })
    .from(uniqueDocuments)
    .where(isListed(uniqueDocuments))
    .orderBy(desc(updatedAt), desc(uniqueDocumentId))
    .limit(1);
  return {
    isCompanyNamed: await isCompanyNamed(db, deps),
    client: await findFirstClient(db),
    terms: await findTerms(db),
    draft: draft ?? null,
  };
}

async function findFirstClient(reader: DbOrTx): Promise<FirstSteps["client"]> {
  const { organizationId, organizationName, status, createdAt } = organizations;
  const isActive = sql<boolean>`(${status} = 'ACTIVE')`;
  const hasPerson = sql<boolean>`(
    exists (select from ${organizationPermissions} where ${eq(organizationPermissions.organizationId, organizationId)})
    or exists (select from ${invitations} where ${eq(invitations.organizationId, organizationId)}
      and ${invitations.usedAt} is null and ${invitations.endedAt} is null))`;
  const [client] = await reader
    .select({ organizationId, organizationName, isActive, hasPerson })
    .from(organizations)
    .orderBy(desc(sql`${isActive}::int + ${hasPerson}::int`), asc(createdAt), asc(organizationId))
    .limit(1);
  return client ?? null;
}

async function findTerms(reader: DbOrTx): Promise<FirstSteps["terms"]> {
  const { generalDocumentId, isGeneralTerms } = generalDocuments;
  const [published] = await reader
    .select({ generalDocumentId })
    .from(generalDocuments)
    .where(eq(isGeneralTerms, true));
  if (published) return { ...published, isPublished: true };
  const [draft] = await reader
    .select({ generalDocumentId: generalDocumentDrafts.generalDocumentId })
    .from(generalDocumentDrafts)
    .where(eq(generalDocumentDrafts.isGeneralTerms, true))
    .orderBy(asc(generalDocumentDrafts.generalDocumentId))
    .limit(1);
  return draft ? { ...draft, isPublished: false } : null;
}
