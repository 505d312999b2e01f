import type { z } from "zod";
import type * as calls from "#contract/agreements.ts";
import { isLongCode } from "#domain/account/sign-in.ts";
import type { GeneralDocument } from "#domain/agreements/general-document.ts";
import { needsOrganizationName, SIGN_MESSAGES } from "#domain/agreements/signing.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Anyone } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt, limitsOfNetworks, networkOf, type RateLimit } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import {
  type CheckedCode,
  checkSigningCode,
  consumeSigningCode,
  idOfLongCode,
  missingCode,
} from "./check-signing-code.ts";
import { noteConfirmed } from "./confirm-signature.ts";
import { mailSignedCopy } from "./mail-signed-copy.ts";
import type { SignatureRow } from "./queries.ts";
import { readToSign, requireWarnedSigner, storeSignature } from "./store-signature.ts";

type SentSignature = z.output<(typeof calls.signGeneralDocumentAsVisitor)["body"]>;
type Receipt = z.input<(typeof calls.signGeneralDocumentAsVisitor)["reply"]>;

const HOUR_MS = 3_600_000;
/** Every signature mails an address that someone typed. A whole office signs from one network. */
const SIGNATURES_AN_HOUR = { fromNetworkToEmail: 5, fromNetwork: 200, toEmail: 30 };

/**
 * Signs a general document without an account, once per signer and version. Only a signer who proved the email by a
 * code learns of an earlier signature: otherwise the answer would reveal who has signed.
 */
export async function signGeneralDocumentAsVisitor(
  deps: Deps,
  caller: Anyone,
  request: SentSignature,
  origin: Origin,
): Promise<Receipt> {
  const prepare = async () => {
    // Guesses of codes count for the network; only a correct code counts for the email.
    const { ofNetworks, fromNetworkToEmail, toEmail } = limitsOf(request.email, origin);
    await consumeAttempt(deps, ofNetworks);
    // A text that has changed, a missing name or letters without a font are told before anybody opens their mail for a
    // code.
    if (deps.env.isSigningCodeNeeded && !findCode(deps, request)) await refuseEarly(deps, request);
    const checked = await readCode(deps, request);
    await consumeAttempt(deps, [fromNetworkToEmail]);
    await consumeAttempt(deps, [toEmail]);
    return checked;
  };
  const sign = async (change: Change, checked: CheckedCode | null) => {
    const { tx } = change;
    const organizationName = request.organizationName || null;
    const document = await readToSignFor(tx, request);
    const signer = {
      userProfileId: null,
      userFirstName: request.firstName,
      userLastName: request.lastName ?? "",
      userEmail: request.email,
      organizationId: null,
      organizationName,
      globalOrganizationIdentifier: request.globalOrganizationIdentifier || null,
    };
    if (checked) await consumeSigningCode(tx, checked);
    const { signature, isNew } = await storeSignature(change, deps, document, signer, {
      origin,
      confirmedBy: null,
      access: null,
      identifiedBy: checked ? "mailed-code" : "typed-address",
      issuerRecordId: null,
      reported: request,
    });
    if (checked) await noteConfirmed(change, signature, origin);
    if (!isNew) await mailAgain(change, deps, signature);
    const { userFirstName, userLastName, userEmail } = signer;
    return {
      documentId: document.generalDocumentId,
      userFirstName,
      userLastName,
      userEmail,
      organizationName,
      alreadySignedAt: checked && !isNew ? signature.signedAt.toISOString() : null,
    };
  };
  return change(deps, caller, sign, { prepare });
}

/** readToSign, and throws AppError "invalid" if the document needs the name of an organization and none is given. */
async function readToSignFor(reader: DbOrTx, request: SentSignature): Promise<GeneralDocument> {
  const document = await readToSign(reader, request);
  if (request.organizationName || !needsOrganizationName(document)) return document;
  const message = SIGN_MESSAGES.organizationName;
  throw new AppError("invalid", `${message}.`, { issues: [{ path: "/organizationName", message }] });
}

async function refuseEarly(deps: Deps, request: SentSignature): Promise<void> {
  const document = await readToSignFor(deps.db, request);
  const { firstName: userFirstName, lastName, organizationName = null } = request;
  const signer = { userFirstName, userLastName: lastName ?? "", organizationName };
  await requireWarnedSigner(document, signer, request);
}

/** The typed code and its id, which a long code has in itself; null if one of them is missing. */
function findCode(
  deps: Deps,
  { documentId, email, code, signingCodeId }: SentSignature,
): { code: string; signingCodeId: Id } | null {
  if (!code) return null;
  if (isLongCode(code)) return { code, signingCodeId: idOfLongCode(deps, documentId, email, code) };
  return signingCodeId ? { code, signingCodeId } : null;
}

/** The correct code, or null if none is required. Throws if a required code is missing or wrong. */
async function readCode(deps: Deps, request: SentSignature): Promise<CheckedCode | null> {
  if (!deps.env.isSigningCodeNeeded) return null;
  const found = findCode(deps, request);
  if (!found) throw missingCode();
  const { documentId, email } = request;
  return checkSigningCode(deps, { signingCodeId: found.signingCodeId, documentId, email }, found.code);
}

const windowSeconds = HOUR_MS / 1000;

function limitsOf(email: string, { ipAddress }: Origin) {
  const account = email.toLowerCase();
  const { fromNetworkToEmail, fromNetwork, toEmail } = SIGNATURES_AN_HOUR;
  const onAccount = `sign network ${networkOf(ipAddress)} on ${account}`;
  return {
    ofNetworks: limitsOfNetworks(ipAddress, { key: "sign address", max: fromNetwork, windowSeconds }),
    fromNetworkToEmail: { key: onAccount, max: fromNetworkToEmail, windowSeconds },
    toEmail: { key: `sign account ${account}`, max: toEmail, windowSeconds },
  } satisfies Record<string, RateLimit | RateLimit[]>;
}

/** The answer to a repeat promises a copy, so the mail goes out again, except for a second click on the same button. */
async function mailAgain({ tx, at }: Change, deps: Deps, signature: SignatureRow): Promise<void> {
  const now = at.getTime();
  if (now - signature.signedAt.getTime() < HOUR_MS) return;
  await mailSignedCopy(tx, deps, signature, `agreement.again:${Math.floor(now / HOUR_MS)}`, {
    isRepeat: true,
  });
}
