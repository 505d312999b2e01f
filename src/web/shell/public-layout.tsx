import { Outlet } from "react-router";
import { ConnectionNotice } from "#web/ui/connection-notice.tsx";
import { Toasts } from "#web/ui/toasts.tsx";

/** Around public screens on which somebody types: they too are told when the connection is lost. */
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
