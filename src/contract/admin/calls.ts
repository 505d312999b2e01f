import * as adminAccount from "./account.ts";
import * as adminDocuments from "./documents.ts";
import * as adminProducts from "./products.ts";

/** The files of the calls of the company's side. */
export const ADMIN_FILES = { adminAccount, adminDocuments, adminProducts };
