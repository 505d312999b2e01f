import { type SignedFor, signingDeclaration } from "#domain/agreements/signing.ts";
import { statementOfIntent } from "#domain/consent/consent.ts";
import { BRAND } from "#web/lib/brand.ts";

/** The words that the form shows to somebody who signs for these: the box's own, and the sentence of intent. */
export function wordsOf(signedFor: SignedFor): { declaration: string; intent: string } {
  const { organizationName, isForSelf } = signedFor;
  return {
    declaration: signingDeclaration(signedFor, BRAND.companyName),
    intent: statementOfIntent(isForSelf ? null : (organizationName ?? undefined)),
  };
}
