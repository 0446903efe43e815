// The text of a file beside the page's modules.

/** Reads a file; fails as `import()` does if it's gone, which is how a new version of the page shows. */
export async function fileText(name) {
  const answer = await fetch(new URL(`../../${name}`, import.meta.url));
  if (!answer.ok) throw new Error(`error loading dynamically imported module: ${name}`);
  return answer.text();
}
