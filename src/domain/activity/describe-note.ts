import { z } from "zod";

const Text = z.string().min(1);

const Details = z.object({
  fields: z.array(z.string()),
  copyOf: Text,
  reason: Text,
  from: Text,
  to: Text,
  email: Text,
  percent: z.number(),
  doesClientWantWorkDone: z.boolean(),
  externalId: Text,
  cleared: Text,
  times: z.number(),
  version: z.number(),
});
type Details = { [Key in keyof z.infer<typeof Details>]?: z.infer<typeof Details>[Key] };

/** The names of fields in details, where they are no words. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  documentType: "type",
  templateId: "template",
  workOrderStatus: "status",
  discountPercent: "discount",
  isOptional: "optional",
  uniqueDocumentId: "document",
  invoiceId: "invoice",
  kept: "how long records are kept",
};

const OF_ACTION: Readonly<Record<string, (details: Details) => string | undefined>> = {
  "work-order.choose": ({ doesClientWantWorkDone }) =>
    doesClientWantWorkDone ? "wants it done" : "leaves it out",
  "document.reopen": ({ times }) => (times ? `visit ${times.toLocaleString("en-AU")}` : undefined),
  "document.send": ({ version }) => (version ? `version ${version}` : undefined),
  "document.new-version": ({ copyOf }) => copyOf && `after ${copyOf}`,
  "document.duplicate": ({ copyOf }) => copyOf && `a copy of ${copyOf}`,
};

/** What else there is to say of an action, from the details in its audit row; null for nothing. */
export function describeNote(action: string, raw: Readonly<Record<string, unknown>>): string | null {
  const details = readDetails(raw);
  const { cleared, fields, from, to, reason, email, externalId } = details;
  const own = OF_ACTION[action]?.(details);
  if (own) return own;
  if (cleared) return cleared;
  if (fields && fields.length > 0) return fields.map(nameOf).join(", ");
  if (action === "settings.change") return Object.keys(raw).map(nameOf).join(", ") || null;
  if (from && to) return `from ${wordOf(from)} to ${wordOf(to)}`;
  if (reason) return `“${reason}”`;
  return email ?? externalId ?? null;
}

/** Rows of any age are read, so a detail of another form is left out. */
function readDetails(raw: Readonly<Record<string, unknown>>): Details {
  const read = Object.entries(Details.shape).flatMap(([key, schema]) => {
    const { success, data } = (schema as z.ZodType).safeParse(raw[key]);
    return success ? [[key, data]] : [];
  });
  return Object.fromEntries(read);
}

/** "timeZone" reads "time zone". */
function nameOf(name: string): string {
  return FIELD_NAMES[name] ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** "IN_PROGRESS" reads "in progress"; names stay as they are. */
function wordOf(word: string): string {
  return /^[A-Z_]+$/.test(word) ? word.replaceAll("_", " ").toLowerCase() : word;
}
