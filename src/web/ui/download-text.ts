export function downloadText(fileName: string, mediaType: string, text: string): void {
  downloadFile(fileName, new Blob([text], { type: mediaType }));
}

export function downloadFile(fileName: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
