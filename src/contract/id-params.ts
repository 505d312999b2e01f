import { z } from "zod";
import { Id } from "#domain/id.ts";

export const IdParams = z.strictObject({ id: Id });
