/** Below this address are the looks of mails, by their kinds. */
export const MAIL_LOOK_PATH = "/admin/mails/look";
