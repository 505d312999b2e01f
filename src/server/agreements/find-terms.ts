import { sql } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import { generalDocuments, generalDocumentVersions, signedGeneralDocuments } from "../schema/agreements.ts";

/** A general document at an acceptance: its version then, and the organization's newest signature. */
export type AppliedTerms = {
  name: string;
  version: number;
  signature: { version: number | null; signedAt: Date; userName: string } | null;
};

type Row = {
  name: string;
  version: number;
  signedVersion: number | null;
  signedAt: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
};

/**
 * The general documents that applied for an organization at a time: the general terms, what it had signed, and what a
 * document links to. Versions and signatures never change, so neither does the answer.
 */
export async function findAppliedTerms(
  reader: DbOrTx,
  organizationId: Id,
  at: Date,
  linked: readonly Id[],
): Promise<AppliedTerms[]> {
  const instant = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await reader.execute<Row>(sql`
    select version.name, version.version, signature.version as "signedVersion", signature.signed_at::text as "signedAt",
      signature.user_first_name as "firstName", signature.user_last_name as "lastName", signature.user_email as email
    from ${generalDocuments} as document
    join lateral (
      select name, version from ${generalDocumentVersions} as one
      where one.general_document_id = document.general_document_id and one.published_at <= ${instant}
      order by one.version desc limit 1) as version on true
    left join lateral (
      select version, signed_at, user_first_name, user_last_name, user_email from ${signedGeneralDocuments} as one
      where one.general_document_id = document.general_document_id and one.organization_id = ${organizationId}
        and one.signed_at <= ${instant}
      order by one.signed_at desc limit 1) as signature on true
    where document.is_general_terms or signature.signed_at is not null
      or document.general_document_id = any(${sql.param([...linked])}::text[])
    order by document.is_general_terms desc, version.name`);
  return rows.map(({ name, version, signedVersion, signedAt, ...signer }) => ({
    name,
    version,
    signature:
      signedAt === null
        ? null
        : { version: signedVersion, signedAt: new Date(signedAt), userName: displayName(nameOf(signer)) },
  }));
}

function nameOf({ firstName, lastName, email }: Pick<Row, "firstName" | "lastName" | "email">) {
  return { firstName: firstName ?? "", lastName: lastName ?? "", email: email ?? "" };
}

const LINK = /\/general-document\/([\w-]{1,64})/g;

/** The general documents that a page links to. */
export function linkedTerms(page: unknown): Id[] {
  return [...new Set([...JSON.stringify(page).matchAll(LINK)].map(([, id]) => id ?? ""))];
}
