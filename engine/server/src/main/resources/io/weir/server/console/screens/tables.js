// The tables of the account: list, create, drop.

import { html, useState } from "../vendor/preact-htm.js";
import { count, plural, seconds } from "../core/format.js";
import { useLoad } from "../core/load.js";
import { go, link } from "../core/router.js";
import { session } from "../core/session.js";
import { useStore } from "../core/store.js";
import { Confirm, Dialog, useAction } from "../parts/dialog.js";
import { Empty, Failure, Loading, say } from "../parts/notice.js";
import { OfferUnlock } from "../parts/unlock.js";
import { MOST_TABLES, countEntities, createTable, describeTables, dropTable, listConsumers, listIndexes, readExpiry } from "../protocol/tables.js";

const MOST_SHOWN = 100;

export function Tables({ client }) {
  const { unlocked } = useStore(session);
  const { data, failure, loading, again } = useLoad((signal) => describeTables(client, signal), [client]);
  const consumers = useLoad((signal) => listConsumers(client, signal), [client]);
  const [words, setWords] = useState("");
  const [dialog, setDialog] = useState();
  const close = () => setDialog(undefined);
  const found = (data?.tables ?? []).filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  return html`<div class="page">
    <header class="title">
      <h1>Tables</h1>
      <input type="search" data-first-field aria-label="Find a table" placeholder="Find a table" value=${words} onInput=${(event) => setWords(event.target.value)} />
      <button type="button" onClick=${again}>Reload</button>
      <button type="button" class="primary" disabled=${!unlocked} title=${unlocked ? "" : "Unlock writing first"} onClick=${() => setDialog("create")}>Create table</button>
      <${OfferUnlock} />
    </header>
    <${Failure} failure=${failure} again=${again} />
    ${failure?.status === 403 && html`<${OpenByName} reason="Your credentials may not list tables." />`}
    ${loading && !data && html`<${Loading} what="tables" />`}
    ${data?.tables.length === 0 && html`<${Empty} title="No tables yet">Create one here, or by the command line, an SDK or <code>weir import</code>.<//>`}
    ${found.length > 0 &&
    html`<div class="scroll" tabindex="0" role="region" aria-label="Tables">
      <table class="list">
        <thead>
          <tr><th scope="col">Name</th><th scope="col" class="number">Entities</th><th scope="col">Indexes</th><th scope="col">Expiry</th><th scope="col">Consumers</th><th scope="col"><span class="hidden">Actions</span></th></tr>
        </thead>
        <tbody>
          ${found.slice(0, MOST_SHOWN).map(
            (table) => html`<${Line} key=${table.name} client=${client} table=${table} consumers=${consumers.data} unlocked=${unlocked} onDrop=${() => setDialog({ drop: table.name })} />`,
          )}
        </tbody>
      </table>
    </div>`}
    ${data?.tables.length > 0 && found.length === 0 && html`<p class="quiet">None of ${plural(data.tables.length, "table")} has “${words}” in its name.</p>`}
    ${found.length > MOST_SHOWN && html`<p class="quiet">The first ${MOST_SHOWN} of ${count(found.length)} tables are shown. Find one by its name.</p>`}
    ${data?.more && html`<${OpenByName} reason=${`The account has more tables; the first ${count(MOST_TABLES)} are listed and searched.`} />`}
    ${dialog === "create" && html`<${Create} client=${client} onClose=${close} />`}
    ${dialog?.drop && html`<${Drop} client=${client} name=${dialog.drop} onClose=${close} onDone=${again} />`}
  </div>`;
}

// For tables that are not listed: a signature of one table may list none.
function OpenByName({ reason }) {
  const [name, setName] = useState("");
  const submit = (event) => {
    event.preventDefault();
    go(["table", name]);
  };
  return html`<form class="line" onSubmit=${submit}>
    <label><span>${reason} Open one by its name</span><input value=${name} onInput=${(event) => setName(event.target.value.trim())} /></label>
    <button class="primary" disabled=${name === ""}>Open</button>
  </form>`;
}

function Line({ client, table, consumers, unlocked, onDrop }) {
  const { name, isRestricted } = table;
  const indexes = useLoad(async (signal) => table.indexes ?? listIndexes(client, name, signal), [table]);
  const expiry = useLoad(async (signal) => (isRestricted || table.expiry !== undefined ? table.expiry : readExpiry(client, name, signal)), [table]);
  const readers = (consumers ?? []).filter((consumer) => consumer.table === undefined || consumer.table === name);
  return html`<tr>
    <th scope="row"><a href=${link(["table", name])}>${name}</a></th>
    <td class="number"><${Entities} client=${client} name=${name} /></td>
    <td>${indexes.failure && html`<span class="quiet" title=${indexes.failure.message}>not readable</span>`}${indexes.data?.map((index) => html`<span class="tag" title=${index.state}>${index.name}</span>`)}</td>
    <td>${(isRestricted || expiry.failure) && html`<span class="quiet" title=${expiry.failure?.message ?? "Only the account's key reads rules of expiry"}>not readable</span>`}${expiry.data && expiryText(expiry.data)}</td>
    <td>${readers.map((consumer) => html`<span class="tag" title="lag ${seconds(consumer.lagSeconds)}">${consumer.name}</span>`)}</td>
    <td class="number"><button type="button" class="plain danger" disabled=${!unlocked} aria-label="Drop ${name}" onClick=${onDrop}>Drop</button></td>
  </tr>`;
}

export function expiryText(rule) {
  return rule.property ? `at ${rule.property}` : `after ${rule.age}`;
}

// The service counts by reading keys, so a person asks for it.
function Entities({ client, name }) {
  const [counted, setCounted] = useState();
  const { run, busy, failure } = useAction(async () => setCounted(await countEntities(client, name, "")));
  if (failure) {
    return html`<span title=${failure.message}>${failure.code || "failed"}</span>`;
  }
  return counted === undefined
    ? html`<button type="button" class="plain" disabled=${busy} aria-label="Count the entities of ${name}" onClick=${() => run()}>${busy ? "Counting …" : "Count"}</button>`
    : count(counted);
}

function Create({ client, onClose }) {
  const [name, setName] = useState("");
  const { run, busy, failure } = useAction(async () => {
    await createTable(client, name);
    onClose();
    go(["table", name]);
  });
  const submit = (event) => {
    event.preventDefault();
    run();
  };
  return html`<${Dialog} title="Create table" onClose=${onClose}>
    <form onSubmit=${submit}>
      <label>
        <span>Name</span>
        <input value=${name} onInput=${(event) => setName(event.target.value)} pattern="[A-Za-z][A-Za-z0-9]{2,62}" autofocus spellcheck=${false} autocomplete="off" />
      </label>
      <p class="quiet small">3 to 63 letters and digits, a letter first.</p>
      <${Failure} failure=${failure} />
      <footer><button type="button" onClick=${onClose}>Cancel</button><button class="primary" disabled=${busy || name === ""}>Create</button></footer>
    </form>
  <//>`;
}

function Drop({ client, name, onClose, onDone }) {
  const drop = async () => {
    await dropTable(client, name);
    say(`Table ${name} dropped.`);
    onClose();
    onDone();
  };
  return html`<${Confirm} title="Drop table" name=${name} verb="Drop table" onConfirm=${drop} onClose=${onClose}>
    <p>The table <code>${name}</code>, all its entities and its indexes are deleted. There is no way back.</p>
  <//>`;
}

