import { Exact } from "#blocks/exact.tsx";
import type { ListedRefusal } from "#domain/permissions/organization-permission.ts";
import { BRAND } from "#web/lib/brand.ts";
import { DateTimeText } from "./date-text.tsx";
import { Notice } from "./notice.tsx";

type DecisionNoticeProps = { refusal: ListedRefusal; organizationName: string; className?: string };

/** Why a person who may write cannot decide for their organization, and what to do. */
export function DecisionNotice({ refusal, organizationName, className }: DecisionNoticeProps) {
  const company = <Exact>{BRAND.companyName}</Exact>;
  const organization = <Exact>{organizationName}</Exact>;
  if (refusal.until === null) {
    return (
      <Notice
        tone="warning"
        title={
          <>
            You also work for {company}, so you can't decide for {organization}
          </>
        }
        {...(className && { className })}
      >
        One person can't accept, decline, choose optional work or sign for both sides. Ask a colleague at{" "}
        {organization}, or give up one of the two: an owner at {company} can remove your role, a colleague
        your permission.
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title={
        <>
          You can decide for {organization} from <DateTimeText iso={refusal.until} />
        </>
      }
      {...(className && { className })}
    >
      {company} has changed how you sign in. For a day after that you can't accept, decline, choose or sign
      for {organization}, and nothing expires in that time. A colleague with write access can allow you to
      decide now, under “Permissions”.
    </Notice>
  );
}

/** The same in a few words, in place of a button. */
export function DecisionRefusalText({ refusal }: { refusal: ListedRefusal }) {
  return (
    <p className="max-w-52 text-ink-soft text-sm">
      {refusal.until === null ? (
        <>
          You work for <Exact>{BRAND.companyName}</Exact>, so you can't decide
        </>
      ) : (
        <>
          You can decide from <DateTimeText iso={refusal.until} />
        </>
      )}
    </p>
  );
}
