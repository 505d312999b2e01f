import { isOnCompanySide, returnAddress } from "#web/lib/return-address.ts";
import { useLocation, useNavigate } from "#web/lib/routing/use-routing.ts";

/** Leads to the address that the person wanted before they signed in. */
export function useGoOn(): () => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  return async () => {
    const address = returnAddress(search);
    if (isOnCompanySide(address)) window.location.replace(address);
    else await navigate(address, { replace: true });
  };
}
