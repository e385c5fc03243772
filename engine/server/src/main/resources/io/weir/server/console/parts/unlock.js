// The question whether writing is to be unlocked, and the button that offers it where an action waits for it.

import { html, useState } from "../vendor/preact-htm.js";
import { session, unlock } from "../core/session.js";
import { useStore } from "../core/store.js";
import { Dialog } from "./dialog.js";

export function Unlock({ onClose }) {
  const confirm = () => {
    unlock(true);
    onClose();
  };
  return html`<${Dialog} title="Unlock writing" onClose=${onClose}>
    <p class="prose">Until you lock it, sign out or reload the page, this console may create, change and delete what your credentials allow.</p>
    <footer>
      <button type="button" onClick=${onClose}>Stay read-only</button>
      <button type="button" class="primary" autofocus onClick=${confirm}>Unlock</button>
    </footer>
  <//>`;
}

// Shows nothing while writing is unlocked.
export function OfferUnlock() {
  const { unlocked } = useStore(session);
  const [asking, setAsking] = useState(false);
  if (unlocked) {
    return null;
  }
  return html`<button type="button" class="offer" title="Unlock writing" onClick=${() => setAsking(true)}>Unlock</button>
    ${asking && html`<${Unlock} onClose=${() => setAsking(false)} />`}`;
}
