import { usePageTitle } from "#web/lib/use-page-title.ts";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";

/** /admin/people */
export function PeoplePage() {
  usePageTitle("People");
  return (
    <PageBody>
      <PageHeading>People</PageHeading>
    </PageBody>
  );
}
