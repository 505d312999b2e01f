import { randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { type Change, change } from "../access/change.ts";
import type { Anyone } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { browserHash } from "../documents/reading-link.ts";
import { consumeAttempt, limitsOfNetworks } from "../http/rate-limit.ts";
import type { Origin } from "../http/route.ts";
import { CODE_LIFETIME_MINUTES } from "../identity/code-mail.ts";
import { readDeviceId } from "../identity/known-devices.ts";
import { invitationHash, lockOpenInvitation, type Presented, unknownLink } from "../invitations/queries.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { withScope } from "../rls/scoped-db.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { composeJoiningCode } from "./joining-code-mail.ts";

const CODE_DIGITS = 8;
const GUESSES_PER_CODE = 5;
const MINUTE_MS = 60_000;
const AN_HOUR = { windowSeconds: 3600 };
const TO_ONE_LINK = 5;
const OF_NETWORK = 100;

/** What a browser shows of itself and of the link that it opened. */
export function presentLink(
  deps: Pick<Deps, "secrets" | "env">,
  token: string,
  cookies: string | undefined,
): Presented {
  const deviceId = readDeviceId(cookies, deps.env.publicUrl.startsWith("https:"));
  return {
    tokenHash: invitationHash(deps, token),
    browser: deviceId === null ? null : browserHash(deps, deviceId),
  };
}

/** Mails a code to the recipient of a document's link, and answers where it went. A newer code replaces the last one. */
export async function requestJoiningCode(
  deps: Deps,
  caller: Anyone,
  token: string,
  { ipAddress }: Origin,
): Promise<{ email: string }> {
  const tokenHash = invitationHash(deps, token);
  const mail = async ({ tx, at }: Change) => {
    await lockOpenInvitation({ tx, at }, { tokenHash, browser: null });
    const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
    const [link] = await tx
      .update(documentRecipients)
      .set({
        codeHash: hashCode(deps, tokenHash, code),
        codeExpiresAt: new Date(at.getTime() + CODE_LIFETIME_MINUTES * MINUTE_MS),
        codeGuesses: 0,
      })
      .where(eq(documentRecipients.tokenHash, tokenHash))
      .returning({
        email: documentRecipients.email,
        subjectId: documentRecipients.uniqueDocumentId,
        organizationId: documentRecipients.organizationId,
      });
    if (!link) throw unknownLink();
    const { email, ...about } = link;
    const composed = composeJoiningCode(deps.settings.now(), code);
    await queueMail(tx, deps, { ...composed, to: email, about, carriesCode: true }, null);
    return { email };
  };
  return change(withScope(deps, { role: "portal" }), caller, mail, {
    prepare: () =>
      consumeAttempt(deps, [
        { key: `joining code ${tokenHash}`, max: TO_ONE_LINK, ...AN_HOUR },
        ...limitsOfNetworks(ipAddress, { key: "joining code", max: OF_NETWORK, ...AN_HOUR }),
      ]),
  });
}

/** Counts a guess of a code before its transaction begins, and answers whether it is the right one. */
export async function checkJoiningCode(
  deps: Deps,
  tokenHash: string,
  code: string | undefined,
): Promise<boolean> {
  if (!code) return false;
  const { codeHash, codeExpiresAt, codeGuesses } = documentRecipients;
  const isOpen = and(gt(codeExpiresAt, deps.clock()), lt(codeGuesses, GUESSES_PER_CODE), isNotNull(codeHash));
  const [guessed] = await withScope(deps, { role: "portal" })
    .db.update(documentRecipients)
    .set({ codeGuesses: sql`${codeGuesses} + 1` })
    .where(and(eq(documentRecipients.tokenHash, tokenHash), isOpen))
    .returning({ codeHash });
  const typed = hashCode(deps, tokenHash, code.replaceAll(/\D/g, ""));
  return guessed?.codeHash != null && timingSafeEqual(Buffer.from(guessed.codeHash), Buffer.from(typed));
}

/** Throws AppError "invalid" for the field of the code, unless joining needs none or it was right. */
export function requireJoiningCode(
  { needsCode }: { needsCode: boolean },
  code: string | undefined,
  isRight: boolean,
) {
  if (!needsCode || isRight) return;
  const message = code
    ? "This code is wrong or has expired. Check it, or ask for a new one"
    : "Please enter the code from our email";
  const reason = code ? "wrong-code" : "code-needed";
  throw new AppError("invalid", `${message}.`, { reason, issues: [{ path: "/code", message }] });
}

function hashCode({ secrets }: Pick<Deps, "secrets">, tokenHash: string, code: string): string {
  return secrets.hash("joining code", tokenHash, code);
}
