import { z } from "zod";
import { IdParams } from "../id-params.ts";

/** A document or template, and one of the pages that it had. */
export const RevisionParams = IdParams.extend({ number: z.string().regex(/^[1-9]\d{0,8}$/) });
