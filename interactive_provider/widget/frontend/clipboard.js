// The board as a picture on the clipboard, or as a file where the page may not write there.

/**
 * @param {string} svg the picture that the kernel has drawn
 * @param {(words: string) => void} tell
 */
export async function copyPicture(svg, tell) {
  const blob = painted(svg);
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    tell("The picture is copied.");
  } catch {
    const link = document.createElement("a");
    link.download = "board.png";
    link.href = URL.createObjectURL(await blob);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    tell("The picture is saved as board.png.");
  }
}

/** @param {string} svg */
async function painted(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width * 2, image.height * 2);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob();
}
