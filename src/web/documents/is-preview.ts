import { VIEW_PATH } from "#web/lib/client-view.ts";

/** Whether the page shows a draft as if it had been sent. */
export const IS_PREVIEW = VIEW_PATH?.startsWith("/admin/preview/") === true;
