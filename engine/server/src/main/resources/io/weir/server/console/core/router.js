// The address of a view: #/table/Birds?filter=..&order=.. It names what is shown, never a credential.

import { store } from "./store.js";

export const route = store(parse(location.hash));

addEventListener("hashchange", () => route.set(parse(location.hash)));

export function parse(hash) {
  const text = hash.replace(/^#\/?/, "");
  const question = text.indexOf("?");
  const path = question < 0 ? text : text.slice(0, question);
  return {
    parts: path.split("/").filter(Boolean).map(decoded),
    options: Object.fromEntries(new URLSearchParams(question < 0 ? "" : text.slice(question + 1))),
  };
}

// A link that a person has cut in the middle of an escape still opens something.
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

// Returns the hash of a view. Options without a value are left out.
export function link(parts, options = {}) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== "" && value !== false);
  const query = new URLSearchParams(given).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${query && `?${query}`}`;
}

export function go(parts, options) {
  location.hash = link(parts, options);
}

// Shows another state of the same view without a new entry in the browser's history.
export function replace(parts, options) {
  history.replaceState(null, "", link(parts, options));
  route.set(parse(location.hash));
}
