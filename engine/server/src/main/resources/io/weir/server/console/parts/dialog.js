// Dialogs: a question over the page, and one that must be answered by typing a name.

import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { Failure } from "./notice.js";

// A modal dialog. onClose is called when a person leaves it by Escape or its close button.
export function Dialog({ title, wide, onClose, children }) {
  const element = useRef(null);
  useEffect(() => {
    const opener = document.activeElement;
    const shown = element.current;
    shown.showModal();
    return () => {
      shown.close(); // as long as it is open, nothing outside takes the focus
      opener?.focus?.();
    };
  }, []);
  const cancel = (event) => {
    event.preventDefault();
    onClose();
  };
  return html`<dialog ref=${element} class=${wide ? "wide" : ""} aria-label=${title} onCancel=${cancel}>
    <header>
      <h2>${title}</h2>
      <button type="button" class="plain icon" aria-label="Close" onClick=${onClose}>✕</button>
    </header>
    ${children}
  </dialog>`;
}

// Runs an action and shows its failure. Returns {run, busy, failure}.
export function useAction(action) {
  const [state, setState] = useState({ busy: false });
  const run = async (...values) => {
    setState({ busy: true });
    try {
      await action(...values);
      setState({ busy: false });
    } catch (failure) {
      setState({ busy: false, failure });
    }
  };
  return { ...state, run };
}

// Asks before something is destroyed. The person types the name if one is given.
export function Confirm({ title, name, verb, onConfirm, onClose, children }) {
  const [typed, setTyped] = useState("");
  const { run, busy, failure } = useAction(onConfirm);
  const submit = (event) => {
    event.preventDefault();
    run();
  };
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <form onSubmit=${submit}>
      <div class="prose">${children}</div>
      ${name !== undefined &&
      html`<label>
        <span>Type <code>${name}</code> to confirm</span>
        <input value=${typed} onInput=${(event) => setTyped(event.target.value)} autocomplete="off" spellcheck=${false} autofocus />
      </label>`}
      <${Failure} failure=${failure} />
      <footer>
        <button type="button" onClick=${onClose}>Cancel</button>
        <button class="danger" disabled=${busy || (name !== undefined && typed !== name)}>${verb}</button>
      </footer>
    </form>
  <//>`;
}
