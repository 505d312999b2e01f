/** Why nothing is mailed: the portal still has the example name of its configuration. */
export const UNNAMED_COMPANY = "company-unnamed";
