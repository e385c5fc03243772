// A button that copies a text.

import { html, useState } from "../vendor/preact-htm.js";

export function Copy({ text, title = "Copy" }) {
  const [state, setState] = useState(title);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("Copied");
    } catch {
      setState("The browser does not allow it");
    }
  };
  return html`<button type="button" onClick=${copy}>${state}</button>`;
}
