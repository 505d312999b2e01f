import { Outlet } from "#web/lib/routing/router-view.tsx";
import { usePerson } from "#web/lib/use-person.ts";
import { ListOwner } from "#web/ui/data-table/data-table-column.ts";
import { FailedNotice } from "#web/ui/notice.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { ProgressLine, SkipLink } from "#web/ui/screen-frame.tsx";
import { TopBar } from "./top-bar.tsx";

/** The layout of ordinary screens: navigation above, the screen below. */
export function ShellLayout() {
  const person = usePerson();
  return (
    <>
      <SkipLink />
      <TopBar person={person} />
      <ProgressLine />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {person.isLoading && person.error ? (
          <PageBody>
            <FailedNotice onRetry={person.retry}>
              We couldn't load your profile and organizations. Please check your connection.
            </FailedNotice>
          </PageBody>
        ) : (
          <ListOwner value={person.activeOrganization?.organizationName}>
            <Outlet />
          </ListOwner>
        )}
      </main>
    </>
  );
}
