// Queries that were run and queries that were saved. The browser keeps them; they hold no credential.

import { html, useState } from "../vendor/preact-htm.js";
import { keep, kept } from "../core/keep.js";
import { link } from "../core/router.js";
import { Dialog } from "../parts/dialog.js";

const MOST_RUN = 50;
const MOST_SAVED = 200;

const isSame = (one, other) => ["table", "filter", "order", "words"].every((name) => (one[name] ?? "") === (other[name] ?? ""));

export function remember(query) {
  const older = kept("history", []).filter((other) => !isSame(other, query));
  keep("history", [query, ...older].slice(0, MOST_RUN));
}

export function save(name, query) {
  const others = kept("saved", []).filter((other) => other.name !== name);
  return keep("saved", [{ ...query, name }, ...others].slice(0, MOST_SAVED));
}

export function History({ query, onClose }) {
  const [name, setName] = useState("");
  const [saved, setSaved] = useState(kept("saved", []));
  const [failed, setFailed] = useState(false);
  const submit = (event) => {
    event.preventDefault();
    setFailed(!save(name.trim(), query));
    setSaved(kept("saved", []));
    setName("");
  };
  const forget = (gone) => {
    keep("saved", saved.filter((other) => other.name !== gone));
    setSaved(kept("saved", []));
  };
  return html`<${Dialog} title="Queries" wide onClose=${onClose}>
    <form class="line" onSubmit=${submit}>
      <label><span>Save this query as</span><input value=${name} maxlength="80" onInput=${(event) => setName(event.target.value)} autofocus /></label>
      <button class="primary" disabled=${name.trim() === ""}>Save</button>
    </form>
    ${failed && html`<p class="banner" role="alert">The browser keeps no more for this page.</p>`}
    <${List} title="Saved" queries=${saved} onForget=${forget} onClose=${onClose} />
    <${List} title="Run before" queries=${kept("history", [])} onClose=${onClose} />
  <//>`;
}

function List({ title, queries, onForget, onClose }) {
  return html`<section>
    <h3>${title}</h3>
    ${queries.length === 0 && html`<p class="quiet">None yet.</p>`}
    <ul class="queries">
      ${queries.map(
        (query) => html`<li>
          <a href=${link(["table", query.table], { filter: query.filter, order: query.order, words: query.words })} onClick=${onClose}>
            <strong>${query.name ?? query.table}</strong> <code>${query.filter || "all entities"}</code>${query.words && ` with “${query.words}”`}
          </a>
          ${onForget && html`<button type="button" class="plain" onClick=${() => onForget(query.name)}>Forget</button>`}
        </li>`,
      )}
    </ul>
  </section>`;
}
