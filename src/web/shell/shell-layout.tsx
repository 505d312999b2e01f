import { Outlet, useNavigation } from "react-router";
import { classNames } from "#web/lib/class-names.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { FailedNotice } from "#web/ui/notice.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { SkipLink } from "./skip-link.tsx";
import { TopBar } from "./top-bar.tsx";

/** The frame of the ordinary screens: navigation above, the screen below. */
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
              We could not load your profile and organizations. Please check your connection.
            </FailedNotice>
          </PageBody>
        ) : (
          <Outlet />
        )}
      </main>
    </>
  );
}

/** Shows that a screen is on its way, when it takes long enough to be noticed. */
function ProgressLine() {
  const isOnItsWay = useNavigation().state !== "idle";
  return (
    <div
      aria-hidden="true"
      className={classNames(
        "fixed inset-x-0 top-0 z-40 h-0.5 origin-left bg-brand transition-[opacity,scale] duration-1000 ease-out",
        isOnItsWay ? "scale-x-75 opacity-100 delay-100" : "scale-x-0 opacity-0 duration-0",
      )}
    />
  );
}
