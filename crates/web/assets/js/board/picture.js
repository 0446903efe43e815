// Pictures that a game draws for its cells.

/** Elements of SVG in a square of 70 by 70 as a picture for CSS. In a picture no script runs and nothing is loaded. */
export function pictureOf(elements) {
  const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 70">${elements}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(image)}")`;
}
