import { Outlet } from "#web/lib/routing/router-view.tsx";
import { ConnectionNotice } from "#web/ui/connection-notice.tsx";
import { Toasts } from "#web/ui/toasts.tsx";

/** The layout of public screens with forms: they too say when the connection is lost. */
export function PublicLayout() {
  return (
    <>
      <Outlet />
      <Toasts>
        <ConnectionNotice />
      </Toasts>
    </>
  );
}
