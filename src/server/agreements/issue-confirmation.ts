import { randomBytes } from "node:crypto";
import { lt } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { signatureConfirmations } from "../schema/agreements.ts";
import { CONFIRMATION_DAYS } from "./signed-copy-mail.ts";

const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;

/** The stored form of a token, from which the token cannot be recovered. */
export function confirmationHash({ secrets }: Pick<Deps, "secrets">, token: string): string {
  return secrets.hash("signature confirmation", token);
}

/** Makes a token that only confirms the email of one signature. The token itself is not stored. */
export async function issueConfirmation(
  tx: Tx,
  deps: Pick<Deps, "secrets" | "clock">,
  signedGeneralDocumentId: Id,
): Promise<string> {
  const now = deps.clock();
  await tx.delete(signatureConfirmations).where(lt(signatureConfirmations.expiresAt, now));
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await tx.insert(signatureConfirmations).values({
    tokenHash: confirmationHash(deps, token),
    signedGeneralDocumentId,
    expiresAt: new Date(now.getTime() + CONFIRMATION_DAYS * DAY_MS),
  });
  return token;
}
