import "./zod-without-eval.ts";
import "./admin.css";
import { meetDemandsWith } from "#web/lib/demands.ts";
import { signInOverPageWith } from "#web/lib/session.ts";
import { startPage } from "#web/lib/start-page.tsx";
import { router } from "./router.tsx";

meetDemandsWith(async () => (await import("#web/security/meet-demand.tsx")).meetDemand);
signInOverPageWith(async () => (await import("#web/security/sign-in-over-page.tsx")).showSignIn);
startPage(router);
