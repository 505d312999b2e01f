import { getOpenings } from "#contract/admin/documents.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import type { Openings } from "#domain/openings/opening.ts";
import { useCall } from "#web/lib/use-call.ts";
import { personPath } from "#web/paths.ts";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { Fetched } from "../ui/fetched.tsx";

/** Who opened a sent document, first and last. */
export function OpeningsCard({ document: { uniqueDocumentId } }: { document: AdminDocument }) {
  const answer = useCall(getOpenings, { params: { id: uniqueDocumentId } });
  return (
    <Card aria-labelledby="openings">
      <CardHeading id="openings">Opened by</CardHeading>
      <Fetched
        answer={answer}
        loading="Loading who opened it"
        className="mx-5 my-4 h-10"
        failure="We were unable to fetch who opened it."
      >
        {(openings) => <Readers openings={openings} />}
      </Fetched>
    </Card>
  );
}

function Readers({ openings: { total, people, visitors } }: { openings: Openings }) {
  if (total === 0 && visitors === null) {
    return <p className="px-5 py-4 text-ink-soft">Not opened yet.</p>;
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {people.map(({ userProfileId, name, page, pdf }) => (
          <li key={userProfileId} className="px-5 py-3">
            <TextLink to={personPath(userProfileId)}>
              <bdi translate="no" className="wrap-anywhere">
                {name}
              </bdi>
            </TextLink>
            {page ? <Visits visits={page} /> : null}
            {pdf ? <Visits visits={pdf} what="PDF: " /> : null}
          </li>
        ))}
        {visitors ? (
          <li className="px-5 py-3">
            Visitors of the public view
            <Visits visits={visitors} />
          </li>
        ) : null}
      </ul>
      {total > people.length ? (
        <p className="border-line border-t px-5 py-2 text-ink-soft text-sm">
          And {total - people.length} more
        </p>
      ) : null}
    </>
  );
}

type VisitsProps = { visits: NonNullable<Openings["visitors"]>; what?: string };

function Visits({ visits: { firstAt, lastAt, times }, what = "" }: VisitsProps) {
  return (
    <p className="text-ink-soft text-sm">
      {what}
      <DateTimeText iso={firstAt} />
      {times > 1 ? (
        <>
          , last <DateTimeText iso={lastAt} /> ({times.toLocaleString("en-AU")} visits)
        </>
      ) : null}
    </p>
  );
}
