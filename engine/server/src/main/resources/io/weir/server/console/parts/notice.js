// Short remarks: failures with a way to try again, and confirmations.

import { html, useEffect } from "../vendor/preact-htm.js";
import { isAbort } from "../protocol/failure.js";
import { store, useStore } from "../core/store.js";

const SHOWN_MILLIS = 6000;

const said = store(undefined);

// Says that something was done. The next remark replaces it.
export function say(text) {
  said.set({ text });
}

export function Said() {
  const remark = useStore(said);
  useEffect(() => {
    const timer = setTimeout(() => said.get() === remark && said.set(undefined), SHOWN_MILLIS);
    return () => clearTimeout(timer);
  }, [remark]);
  return html`<div class="said" role="status" aria-live="polite">${remark && html`<p>${remark.text}</p>`}</div>`;
}

export function Failure({ failure, again }) {
  if (!failure || isAbort(failure)) {
    return null;
  }
  return html`<div class="failure" role="alert">
    <p>
      <strong>${failure.code || failure.name}</strong> <span>${failure.message}</span>
      ${failure.requestId && html`<small> request ${failure.requestId}</small>`}
    </p>
    ${again && html`<button type="button" onClick=${again}>Try again</button>`}
  </div>`;
}

export function Loading({ what }) {
  return html`<p class="quiet" aria-busy="true">Loading ${what} …</p>`;
}

export function Empty({ title, children }) {
  return html`<div class="empty">
    <h2>${title}</h2>
    <p>${children}</p>
  </div>`;
}
