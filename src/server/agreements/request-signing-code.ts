import { randomInt } from "node:crypto";
import { lt } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Anyone } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { networkOf, type RateLimit, spendAttempt } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { hashSigningCode, keyOfEmail } from "./check-signing-code.ts";
import { findGeneralDocuments } from "./queries.ts";
import { signingCodes } from "./tables.ts";

const CODE_MINUTES = 10;
const MINUTE_MS = 60_000;
/** The limits of visitors' signatures, because each request mails an address that somebody typed. */
const CODES_AN_HOUR = { fromNetworkToEmail: 5, fromNetwork: 200, toEmail: 30 };

type WantedCode = { documentId: Id; email: string };

/** Mails a code for signing one document. A new code replaces the previous one. */
export async function requestSigningCode(deps: Deps, caller: Anyone, asked: WantedCode, origin: Origin) {
  const isCodeNeeded = deps.env.isSigningCodeNeeded;
  const mail = async (change: Change) => {
    if (isCodeNeeded) await mailCode(change, deps, asked);
    return { isCodeNeeded };
  };
  const prepare = () => spendAttempt(deps, isCodeNeeded ? limitsOf(asked, origin) : []);
  return change(deps, caller, mail, { prepare });
}

function limitsOf({ email }: WantedCode, { ipAddress }: Origin): RateLimit[] {
  const windowSeconds = 3600;
  const { fromNetworkToEmail, fromNetwork, toEmail } = CODES_AN_HOUR;
  const [account, network] = [keyOfEmail(email), networkOf(ipAddress)];
  return [
    { key: `signing-code network ${network} on ${account}`, max: fromNetworkToEmail, windowSeconds },
    { key: `signing-code address ${network}`, max: fromNetwork, windowSeconds },
    { key: `signing-code account ${account}`, max: toEmail, windowSeconds },
  ];
}

async function mailCode({ tx, at }: Change, deps: Deps, { documentId, email }: WantedCode): Promise<void> {
  const [document] = await findGeneralDocuments(tx, [documentId]);
  if (!document) throw new AppError("not-found", "There is no such document.");
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const fresh = {
    codeHash: hashSigningCode(deps, { documentId, email }, code),
    guesses: 0,
    expiresAt: new Date(at.getTime() + CODE_MINUTES * MINUTE_MS),
  };
  await tx.delete(signingCodes).where(lt(signingCodes.expiresAt, at));
  await tx
    .insert(signingCodes)
    .values({ generalDocumentId: documentId, email: keyOfEmail(email), ...fresh })
    .onConflictDoUpdate({ target: [signingCodes.generalDocumentId, signingCodes.email], set: fresh });
  const { brand } = deps.env;
  const mail = composeMail(brand, {
    subject: `Your code to sign ${document.name}`,
    heading: "Confirm your signature",
    paragraphs: [
      `Type this code on the page of “${document.name}” of ${brand.companyName}. It works once, for ${CODE_MINUTES} minutes.`,
      "If you did not ask for it, you need not do anything: without the code nothing is signed.",
    ],
    code,
  });
  await queueMail(tx, deps, { ...mail, to: email, carriesCode: true }, null);
}
