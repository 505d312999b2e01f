import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Direction, Position } from "./order.ts";

/** Where a page goes on: behind a row, or up to one. */
export type Turn = { direction: Direction; position: Position };

/**
 * Makes and reads the cursors of lists. Each is good for one question of one owner only: signed together with these,
 * it reads as nothing for everybody else, for another question, and when it was made up.
 */
export type ListCursors = {
  write(question: Question, turn: Turn): string;
  read(question: Question, cursor: string): Turn | null;
};

/** Whose rows are asked for, and with which question: two are the same when they read the same as JSON. */
export type Question = readonly unknown[];

const Written = z.tuple([z.enum(["after", "before"]), z.array(z.string().nullable())]);

const SIGNATURE_BYTES = 16;

export function createListCursors(key: Uint8Array): ListCursors {
  const signatureOf = (question: Question, written: string) =>
    createHmac("sha256", key)
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
