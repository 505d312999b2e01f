import { randomBytes, randomInt } from "node:crypto";
import { lt } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Anyone } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { networkOf, type RateLimit, spendAttempt } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { hashSigningCode, keyOfEmail } from "./check-signing-code.ts";
import { readToSign } from "./keep-signature.ts";
import { CODE_MINUTES, composeSigningCode } from "./signing-code-mail.ts";
import { signingCodes } from "./tables.ts";

const MINUTE_MS = 60_000;
/** The limits of visitors' signatures, because each request mails an address that somebody typed. */
const CODES_AN_HOUR = { fromNetworkToEmail: 5, fromNetwork: 200, toEmail: 30 };

/** `contentHash` is of the text that the signer has read. */
type WantedCode = { documentId: Id; email: string; contentHash?: string | undefined };

/**
 * Mails a code for signing one document, and returns the id that the code works with. Earlier codes stay valid. For a
 * text that has changed nothing is mailed.
 */
export async function requestSigningCode(deps: Deps, caller: Anyone, asked: WantedCode, origin: Origin) {
  const isCodeNeeded = deps.env.isSigningCodeNeeded;
  const mail = async (change: Change) => {
    const signingCodeId = isCodeNeeded ? await mailCode(change, deps, asked) : null;
    return { isCodeNeeded, signingCodeId };
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

async function mailCode({ tx, at }: Change, deps: Deps, asked: WantedCode): Promise<Id> {
  const { documentId, email } = asked;
  const document = await readToSign(tx, asked);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  // 128 random bits, because only who asked for the code may use or spend it.
  const signingCodeId = randomBytes(16).toString("base64url");
  await tx.delete(signingCodes).where(lt(signingCodes.expiresAt, at));
  await tx.insert(signingCodes).values({
    signingCodeId,
    generalDocumentId: documentId,
    email: keyOfEmail(email),
    codeHash: hashSigningCode(deps, { signingCodeId, documentId, email }, code),
    expiresAt: new Date(at.getTime() + CODE_MINUTES * MINUTE_MS),
  });
  const mail = composeSigningCode(deps.settings.now(), { documentName: document.name, code });
  const about = { subjectId: documentId, organizationId: null };
  await queueMail(tx, deps, { ...mail, to: email, about, carriesCode: true }, null);
  return signingCodeId;
}
