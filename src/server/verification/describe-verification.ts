import type { SystemFact, SystemPart } from "#domain/system/system-part.ts";
import type { Deps, Gauge } from "../deps.ts";
import { findLastVerification, findOpenVerification } from "./store-verification.ts";

/** Each night compares. A portal that missed three has something to look at. */
const OLD_AFTER_MS = 3 * 86_400_000;

type Part = Omit<SystemPart, "id">;
type Last = NonNullable<Awaited<ReturnType<typeof findLastVerification>>>;

export async function describeVerification({ db, clock }: Deps): Promise<Part> {
  const [last, open] = [await findLastVerification(db), await findOpenVerification(db, clock())];
  const underWay: SystemFact[] = open
    ? [{ label: "Under way since", at: open.requestedAt.toISOString() }]
    : [];
  if (last?.endedAt) {
    const sinceMs = clock().getTime() - last.endedAt.getTime();
    return { ...adviceAfter(last, sinceMs), facts: [...factsOf(last, last.endedAt), ...underWay] };
  }
  return {
    state: "ok",
    facts: underWay,
    advice:
      "Nothing was compared yet. Each night the portal compares decisions, signatures, PDFs and access with their signed evidence.",
  };
}

function factsOf({ compared, differences, firstDifference }: Last, at: Date): SystemFact[] {
  const found: SystemFact[] =
    firstDifference === null
      ? []
      : [
          { label: "Differences", text: String(differences) },
          { label: "The first of them", text: firstDifference },
        ];
  return [
    { label: "Last compared", at: at.toISOString() },
    { label: "Compared", text: compared ?? "" },
    ...found,
  ];
}

function adviceAfter({ isIntact }: Last, sinceMs: number): Pick<Part, "state" | "advice"> {
  if (!isIntact)
    return {
      state: "fault",
      advice:
        "Records or files aren't as they were when people decided and signed. Leave the database as it is, and ask the person who runs the server to list each difference with “counterpart verify” and to compare with a backup.",
    };
  if (sinceMs > OLD_AFTER_MS)
    return {
      state: "attention",
      advice:
        "The evidence wasn't compared for days, although the portal does that each night. Verify it now. If the portal is often off at night, leave it on for an hour.",
    };
  return {
    state: "ok",
    advice:
      "Nothing to do. Decisions, signatures, PDFs and access are as their signed evidence says. The portal compares them each night.",
  };
}

export async function measureVerification({ db }: Deps): Promise<Gauge[]> {
  const last = await findLastVerification(db);
  if (!last?.endedAt) return [];
  return [
    {
      name: "counterpart_verification_intact",
      help: "1 if the evidence was intact when it was last compared with what it proves",
      samples: [[{}, last.isIntact ? 1 : 0]],
    },
    {
      name: "counterpart_verification_timestamp_seconds",
      help: "When the evidence was last compared",
      samples: [[{}, last.endedAt.getTime() / 1000]],
    },
  ];
}
