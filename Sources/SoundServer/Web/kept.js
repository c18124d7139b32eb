// What the browser keeps between visits; one that keeps nothing, or nonsense, is no trouble.

/** Reads what was kept under a name; `otherwise` where there is nothing of that kind. */
export function read(name, otherwise) {
  try {
    const value = JSON.parse(localStorage.getItem(`soundanalysis.${name}`));
    const fits = typeof value === "object" && value && Array.isArray(value) === Array.isArray(otherwise);
    return fits ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a value under a name. */
export function write(name, value) {
  try {
    localStorage.setItem(`soundanalysis.${name}`, JSON.stringify(value));
  } catch {
    // The browser is full, or was told to keep nothing.
  }
}
