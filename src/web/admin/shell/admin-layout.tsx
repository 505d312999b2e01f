import { BRAND } from "#web/lib/brand.ts";
import { FollowChanges } from "#web/lib/follow-changes.ts";
import { Outlet } from "#web/lib/routing/router-view.tsx";
import { ScrollRestoration } from "#web/lib/routing/scroll-restoration.tsx";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { type Person, useMayActAs, usePerson } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ConnectionNotice } from "#web/ui/connection-notice.tsx";
import { MayDownload } from "#web/ui/data-table/data-table-column.ts";
import { FailedNotice } from "#web/ui/notice.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { ProgressLine, ScreenName, SkipLink } from "#web/ui/screen-frame.tsx";
import { SearchPlace } from "#web/ui/search-place.tsx";
import { Toasts } from "#web/ui/toasts.tsx";
import { AdminBar } from "./admin-bar.tsx";
import { MailNotice } from "./mail-notice.tsx";

/** The layout of the company's side: navigation above, the screen below. */
export function AdminLayout() {
  const person = usePerson();
  return (
    <>
      {person.profile?.adminRole ? <FollowChanges /> : null}
      {person.profile?.adminRole ? <SearchPlace load={loadSearch} /> : null}
      <SkipLink />
      <AdminBar person={person} />
      <ProgressLine />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {person.profile?.adminRole ? <MailNotice /> : null}
        <CurrentScreen person={person} />
      </main>
      <Toasts>
        <ConnectionNotice />
      </Toasts>
      <ScreenName />
      <ScrollRestoration />
    </>
  );
}

const loadSearch = async () => (await import("../search/company-search.tsx")).CompanySearch;

function CurrentScreen({ person: { profile, error, retry } }: { person: Person }) {
  const mayDownload = useMayActAs("owner");
  if (profile === undefined && error) {
    return (
      <PageBody>
        <FailedNotice onRetry={retry}>
          We couldn't load your profile. Please check your connection.
        </FailedNotice>
      </PageBody>
    );
  }
  // The role was removed while the page was open. The server refuses this person's calls from now on.
  if (profile !== undefined && !profile?.adminRole) return <NoRoleScreen />;
  // What a screen offers depends on the role, so it is hidden until the role is known. Its calls already run.
  return (
    <div className={profile === undefined ? "invisible" : "contents"}>
      <MayDownload value={mayDownload}>
        <Outlet />
      </MayDownload>
    </div>
  );
}

/** For an admin whose role was removed while the company's side was open. */
function NoRoleScreen() {
  usePageTitle("No access");
  return (
    <div role="alert" className="mx-auto w-full max-w-lg px-4 py-16 sm:py-24">
      <h1 className="text-balance font-semibold font-text text-3xl">You no longer have access</h1>
      <p className="mt-3 text-pretty text-ink-soft text-lg">
        An owner of {BRAND.companyName} has removed your role. Everything you saved is still there.
      </p>
      <a href={PATHS.home} className={buttonClass({}, "mt-8")}>
        Client portal
      </a>
    </div>
  );
}
