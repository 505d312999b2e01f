import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { ListCursors, Question } from "../deps.ts";

const Written = z.tuple([z.enum(["after", "before"]), z.array(z.string().nullable())]);

const SIGNATURE_BYTES = 16;

export function createListCursors(key: Uint8Array): ListCursors {
  const secret = createSecretKey(key);
  const signatureOf = (question: Question, written: string) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([question, written]))
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  return {
    write(question, { direction, position }) {
      const written = JSON.stringify([direction, position]);
      return Buffer.concat([signatureOf(question, written), Buffer.from(written)]).toString("base64url");
    },
    read(question, cursor) {
      const bytes = Buffer.from(cursor, "base64url");
      const written = bytes.subarray(SIGNATURE_BYTES).toString();
      const given = bytes.subarray(0, SIGNATURE_BYTES);
      const isOurs =
        given.byteLength === SIGNATURE_BYTES && timingSafeEqual(given, signatureOf(question, written));
      if (!isOurs) return null;
      const [direction, position] = Written.parse(JSON.parse(written));
      return { direction, position };
    },
  };
}
