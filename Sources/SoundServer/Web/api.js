// The HTTP API, as the page uses it.

/** An error with the server's own words. */
export class Problem extends Error {
  constructor(status, title, detail, code) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.code = code;
  }

  static unreachable() {
    return new Problem(0, "The server does not answer", "Is it still running? The page tries again by itself.", "unreachable");
  }

  static parse(status, text) {
    try {
      const value = JSON.parse(text);
      return new Problem(status, value.title || "The request failed", value.detail || "", value.code);
    } catch {
      return new Problem(status, "The request failed", `The server answered with status ${status}.`, "unknown");
    }
  }
}

/** Asks; throws a Problem for every failure. */
export async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw Problem.unreachable();
  }
  if (!response.ok) throw Problem.parse(response.status, await response.text());
  return response;
}

/** Asks for JSON. */
export async function json(path, options) {
  return (await ask(path, options)).json();
}

/** The parameters of a query, without those that are empty. */
export function query(values) {
  const pairs = Object.entries(values).filter(([, value]) => value != null && value !== "");
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
}

/** Uploads a file as the body; tells the share that is sent. */
export function upload(path, file, { onProgress = () => {}, signal } = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(Problem.parse(request.status, request.responseText));
    };
    request.onerror = () => reject(Problem.unreachable());
    request.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
