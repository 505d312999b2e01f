import { ApiError, apiErrorOf } from "./api-error.ts";
import { doubtConnection } from "./connection.ts";
import { identityToken } from "./session.ts";
import { shrinkPicture } from "./shrink-picture.ts";

export type UploadedImage = { imageId: string; address: string; width: number; height: number };

/** The most bytes that the server takes. */
const MOST_BYTES = 12 * 1024 * 1024;

/** The share that is sent, or that the picture is being made smaller. */
export type UploadProgress = number | "shrinking";

/** Uploads an image of the company's people. Throws ApiError with the server's reason. */
export async function uploadImage(
  chosen: Blob,
  onProgress?: (progress: UploadProgress) => void,
): Promise<UploadedImage> {
  const file = await shrinkPicture(chosen, MOST_BYTES, () => onProgress?.("shrinking"));
  if (file.size > MOST_BYTES) {
    const message =
      "This picture has more than 12 MB, and the browser could not make it smaller. Send a smaller copy.";
    throw new ApiError(413, "too-large", message);
  }
  const { status, answer } = await post(file, await identityToken(), onProgress);
  if (status !== 200) throw apiErrorOf(status, answer);
  return (answer as { data: UploadedImage }).data;
}

type Answer = { status: number; answer: unknown };

/** Only this kind of request tells how much has been sent. */
function post(file: Blob, token: string | null, onProgress?: (share: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/images");
    request.responseType = "json";
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, answer: request.response });
    request.onerror = () => {
      doubtConnection();
      reject(new TypeError("The upload broke off"));
    };
    request.send(file);
  });
}
