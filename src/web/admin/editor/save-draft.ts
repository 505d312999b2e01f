import type { savePage } from "#contract/admin/drafts.ts";
import { ApiError, isUnanswered } from "#web/lib/api-error.ts";
import type { Reply } from "#web/lib/call.ts";

type Answer = Pick<Reply<typeof savePage>, "revision" | "images" | "page">;

export type Sent = ({ kind: "saved" } & Answer) | ReturnType<typeof explain>;

/** Sends a page, and tells what became of it. */
export async function sendPage(send: () => Promise<Answer>): Promise<Sent> {
  try {
    const { revision, images, page } = await send();
    return { kind: "saved", revision, images, ...(page && { page }) };
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown) {
  if (!(error instanceof ApiError) || isUnanswered(error)) {
    return { kind: "unreachable", why: "The portal cannot be reached. We keep trying." } as const;
  }
  const { status, message, details } = error;
  if (details.reason === "changed-meanwhile") return { kind: "behind" } as const;
  if (details.reason === "document-sent" || details.reason === "withdrawn" || status === 404) {
    return { kind: "closed", why: message } as const;
  }
  const isPassing = status >= 500 || status === 429 || status === 401;
  return isPassing
    ? ({ kind: "unreachable", why: `${message} We keep trying.` } as const)
    : ({ kind: "refused", why: message } as const);
}
