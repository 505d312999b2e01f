import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { ListCursors, SignedQuery } from "../deps.ts";

const CursorText = z.tuple([z.enum(["after", "before"]), z.array(z.string().nullable())]);

const SIGNATURE_BYTES = 16;

export function createListCursors(key: Uint8Array): ListCursors {
  const secret = createSecretKey(key);
  const signatureOf = (query: SignedQuery, written: string) =>
    createHmac("sha256", secret)
      .update(JSON.stringify([query, written]))
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  return {
    write(query, { direction, position }) {
      const written = JSON.stringify([direction, position]);
      return Buffer.concat([signatureOf(query, written), Buffer.from(written)]).toString("base64url");
    },
    read(query, cursor) {
      const bytes = Buffer.from(cursor, "base64url");
      const written = bytes.subarray(SIGNATURE_BYTES).toString();
      const signature = bytes.subarray(0, SIGNATURE_BYTES);
      const isOurs =
        signature.byteLength === SIGNATURE_BYTES && timingSafeEqual(signature, signatureOf(query, written));
      if (!isOurs) return null;
      const [direction, position] = CursorText.parse(JSON.parse(written));
      return { direction, position };
    },
  };
}
