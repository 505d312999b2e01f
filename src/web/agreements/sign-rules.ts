import { findEmailFault } from "#domain/account/email-address.ts";
import { findNameFault } from "#domain/account/person-name-fault.ts";
import { findIdentifierFault } from "#domain/agreements/identifiers.ts";
import { SIGN_MESSAGES, type SignedFor, signingDeclaration } from "#domain/agreements/signing.ts";
import { statementOfIntent } from "#domain/consent/consent.ts";
import { readCode } from "#domain/typed-code.ts";
import { isVisible } from "#domain/typed-text.ts";
import { BRAND } from "#web/lib/brand.ts";

// The rules of the server's contract, checked while the person types.

const atMost = (value: number) => ({ maxLength: { value, message: `At most ${value} characters` } });

export const FIRST_NAME_RULES = {
  ...atMost(100),
  validate: (text: string) => findNameFault(text, SIGN_MESSAGES.firstName) ?? true,
};

export const LAST_NAME_RULES = {
  ...atMost(100),
  validate: (text: string, { hasOneName }: { hasOneName: boolean }) =>
    hasOneName || (findNameFault(text, SIGN_MESSAGES.lastName) ?? true),
};

export const EMAIL_RULES = {
  validate: (text: string) =>
    isVisible(text) ? (findEmailFault(text, SIGN_MESSAGES.invalidEmail) ?? true) : SIGN_MESSAGES.email,
};

export function organizationNameRules(isNeeded: boolean) {
  return {
    ...atMost(200),
    validate: (text: string) => !isNeeded || isVisible(text) || SIGN_MESSAGES.organizationName,
  };
}

export const IDENTIFIER_RULES = {
  ...atMost(64),
  validate: (text: string) => findIdentifierFault(text) ?? true,
};

export const CODE_RULES = {
  ...atMost(60),
  validate: (text: string) => readCode(text) !== "" || "Please enter the code from our email",
};

/** The wording of the form for these signatures: the label of the checkbox, and the sentence of intent. */
export function wordsOf(signedFor: SignedFor): { declaration: string; intent: string } {
  const { organizationName, isForSelf } = signedFor;
  return {
    declaration: signingDeclaration(signedFor, BRAND.companyName),
    intent: statementOfIntent(isForSelf ? null : (organizationName ?? undefined)),
  };
}
