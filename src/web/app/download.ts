// What a person takes along: files, and the board as a picture.

export function saveText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  saveAddress(name, address);
  URL.revokeObjectURL(address);
}

function saveAddress(name: string, address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

const PICTURE_PIXELS = 1200;
// What the style sheets give; in a picture of its own it must stand on each element.
const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "opacity",
  "font-size", "font-family", "font-weight", "text-anchor"];

/** The board as the page shows it, as a PNG. */
export function savePng(name: string, board: SVGSVGElement): void {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const originals = board.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((node, i) => {
    const style = getComputedStyle(originals[i]!);
    for (const key of STYLES) node.style.setProperty(key, style.getPropertyValue(key));
  });
  const { width, height } = board.viewBox.baseVal;
  const [w, h] = [PICTURE_PIXELS, Math.round((PICTURE_PIXELS * height) / width)];
  copy.setAttribute("width", String(w));
  copy.setAttribute("height", String(h));
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = w;
    canvas.height = h;
    const context = canvas.getContext("2d")!;
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, w, h);
    context.drawImage(image, 0, 0, w, h);
    saveAddress(name, canvas.toDataURL("image/png"));
  };
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
}
