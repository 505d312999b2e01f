import { useEffect, useRef } from "react";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { PATHS } from "#web/paths.ts";
import { useActingOrganization } from "./acting-organization.ts";

/**
 * Leads to a list without search and page when the person switches to another organization, whose list has other
 * rows. A record's screen names its list as soon as the list is known.
 */
export function useStartAtListAfterSwitch(list: string | undefined): void {
  const acting = useActingOrganization();
  const navigate = useNavigate();
  const known = useRef<string>(PATHS.dashboard);
  const shown = useRef(acting);
  useEffect(() => {
    if (list !== undefined) known.current = list;
  }, [list]);
  useEffect(() => {
    const before = shown.current;
    shown.current = acting;
    if (before === undefined || acting === undefined || before === acting) return;
    void navigate(known.current, { replace: true });
  }, [acting, navigate]);
}
