import { z } from "zod";
import { isPlainName, PLAIN_NAME_MESSAGE } from "#domain/account/person-name-fault.ts";
import { TypedCode } from "#domain/account/sign-in.ts";
import { emailAddress, personName, StoredEmail } from "#domain/account/user-profile.ts";
import { GeneralDocument, OwnSignature, SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import { findIdentifierFault } from "#domain/agreements/identifiers.ts";
import { SIGN_MESSAGES } from "#domain/agreements/signing.ts";
import { ContentHash } from "#domain/canonical-json.ts";
import { Id } from "#domain/id.ts";
import { SIGNED_GENERAL_DOCUMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import { Timestamp } from "#domain/record-fields.ts";
import { defineCall } from "./call.ts";
import { ListPage, listQuery } from "./list-query.ts";
import { ShownSigningWords } from "./shown-words.ts";

export const getGeneralDocument = defineCall("GET", "general-document/public/{id}", "public", {
  reach: "everybody",
  summary: "One general document",
  reply: GeneralDocument,
});

export const getGeneralTerms = defineCall("GET", "general-document/public/get/generalTerms", "public", {
  reach: "everybody",
  summary: "The General Terms and Conditions",
  reply: GeneralDocument,
});

export const listGeneralDocuments = defineCall("POST", "general-document/public/batch", "public", {
  isReading: true,
  reach: "everybody",
  summary: "Several general documents at once; unknown ids are left out",
  body: z.strictObject({ generalDocumentIds: z.array(Id).max(500) }),
  reply: z.array(GeneralDocument),
});

export const listSignedGeneralDocuments = defineCall(
  "GET",
  "signed-general-document/user/list",
  "former-member",
  {
    reach: "organization",
    summary: "The general documents signed for the active organization, newest first",
    query: listQuery(SIGNED_GENERAL_DOCUMENT_LIST_COLUMNS),
    reply: z.array(SignedGeneralDocument),
    page: ListPage,
  },
);

export const getSignedGeneralDocument = defineCall(
  "GET",
  "signed-general-document/user/{id}",
  "former-member",
  {
    reach: "organization",
    summary: "One signature for the active organization, with a link to its signed copy",
    reply: SignedGeneralDocument,
  },
);

export const listOwnSignatures = defineCall("GET", "signed-general-document/user/list/own", "person", {
  reach: "person",
  summary: "The caller's own signatures under general documents, for whichever organizations, newest first",
  reply: z.array(OwnSignature),
});

/** The contentHash of the text that the signer read. If the text has changed, it is not signed, and no code is mailed for it. */
const SeenHash = ContentHash.optional();

const OrganizationName = z.string().trim().max(200).refine(isPlainName, PLAIN_NAME_MESSAGE);

export const signGeneralDocument = defineCall("POST", "signed-general-document/user", "person", {
  reach: "person",
  summary: "Signs a general document as the caller, for an organization that they may write for",
  body: z.strictObject({
    /** The caller's own userProfileId. */
    userId: Id,
    /** Null or left out by a person who may write for no organization. */
    organizationId: Id.nullable().optional(),
    /** The name that a person without an organization here types. */
    organizationName: OrganizationName.nullable().optional(),
    documentId: Id,
    contentHash: SeenHash,
    shown: ShownSigningWords.optional(),
  }),
  reply: SignedGeneralDocument,
});

const SignerEmail = z
  .string({ error: SIGN_MESSAGES.email })
  .trim()
  .min(1, SIGN_MESSAGES.email)
  .pipe(emailAddress(SIGN_MESSAGES.invalidEmail));

const Identifier = z
  .string()
  .trim()
  .max(64)
  .superRefine((identifier, context) => {
    const message = findIdentifierFault(identifier);
    if (message) context.addIssue({ code: "custom", message });
  });

export const signGeneralDocumentAsVisitor = defineCall("POST", "signed-general-document/public", "public", {
  reach: "everybody",
  summary: "Signs a general document without an account; the copy goes to the email given, and nowhere else",
  body: z.strictObject({
    documentId: Id,
    email: SignerEmail,
    firstName: personName(SIGN_MESSAGES.firstName),
    /** Null for a person who says that they have one name. */
    lastName: personName(SIGN_MESSAGES.lastName).nullable(),
    /** Required if the document's signatureType is ACKNOWLEDGE_NEW_ORG. */
    organizationName: OrganizationName.nullable().optional(),
    /** A number such as an ABN, ACN or INC. */
    globalOrganizationIdentifier: Identifier.nullable().optional(),
    contentHash: SeenHash,
    shown: ShownSigningWords.optional(),
    /** The code mailed by requestSigningCode. Required if the portal is configured to ask for it. */
    code: TypedCode.optional(),
    /** The answer of requestSigningCode to the caller who requested this code. A long code needs none. */
    signingCodeId: Id.nullable().optional(),
  }),
  /** Returns only what was sent, so the answer does not reveal to strangers whether it was sent before. */
  reply: SignedGeneralDocument.pick({
    documentId: true,
    userFirstName: true,
    userLastName: true,
    userEmail: true,
    organizationName: true,
  }).extend({
    /** When the signer of a mailed code signed this text before: that signature stays. Without a code always null. */
    alreadySignedAt: Timestamp.nullable(),
  }),
});

export const requestSigningCode = defineCall("POST", "signed-general-document/public/code", "public", {
  reach: "everybody",
  summary: "Emails a code to sign one general document with, where signing without an account needs one",
  body: z.strictObject({ documentId: Id, email: SignerEmail, contentHash: SeenHash }),
  /** A short code works only together with the signingCodeId of its own request; null where no code is needed. */
  reply: z.strictObject({ isCodeNeeded: z.boolean(), signingCodeId: Id.nullable() }),
});

export const confirmSignature = defineCall("POST", "signed-general-document/public/confirm", "public", {
  reach: "everybody",
  summary: "Confirms, by the token of the emailed link, that the email of a visitor's signature is theirs",
  body: z.strictObject({ token: z.string().min(20).max(100) }),
  reply: z.strictObject({ userEmail: StoredEmail, emailConfirmedAt: Timestamp }),
});
