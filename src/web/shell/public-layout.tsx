import { Outlet } from "react-router";
import { Toasts } from "#web/ui/toasts.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";

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
