// The queues of the account: list, create, delete.

import { html, useState } from "../vendor/preact-htm.js";
import { count } from "../core/format.js";
import { useLoad } from "../core/load.js";
import { go, link } from "../core/router.js";
import { session } from "../core/session.js";
import { useStore } from "../core/store.js";
import { Confirm, Dialog, useAction } from "../parts/dialog.js";
import { Empty, Failure, Loading, say } from "../parts/notice.js";
import { OfferUnlock } from "../parts/unlock.js";
import { createQueue, deleteQueue, describeQueue, listQueues } from "../protocol/queues.js";

export function Queues({ client }) {
  const { unlocked } = useStore(session);
  const [prefix, setPrefix] = useState("");
  const [marker, setMarker] = useState("");
  const { data, failure, loading, again } = useLoad((signal) => listQueues(client, { prefix, marker }, signal), [client, prefix, marker]);
  const [dialog, setDialog] = useState();
  const close = () => setDialog(undefined);
  const find = (event) => {
    setMarker("");
    setPrefix(event.target.value.trim());
  };
  return html`<div class="page">
    <header class="title">
      <h1>Queues</h1>
      <input type="search" data-first-field aria-label="Queues that begin with" placeholder="Begins with" value=${prefix} onInput=${find} />
      <button type="button" onClick=${again}>Reload</button>
      <button type="button" class="primary" disabled=${!unlocked} title=${unlocked ? "" : "Unlock writing first"} onClick=${() => setDialog("create")}>Create queue</button>
      <${OfferUnlock} />
    </header>
    <${Failure} failure=${failure} again=${again} />
    ${loading && !data && html`<${Loading} what="queues" />`}
    ${data?.queues.length === 0 && html`<${Empty} title="No queues">${prefix ? "No name begins so." : "Create one here, or by the command line or an SDK."}<//>`}
    ${data?.queues.length > 0 &&
    html`<div class="scroll" tabindex="0" role="region" aria-label="Queues">
      <table class="list">
        <thead><tr><th scope="col">Name</th><th scope="col" class="number">Messages</th><th scope="col" class="number">Lanes</th><th scope="col">Gives up to</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
        <tbody>
          ${data.queues.map(({ name, rule }) => html`<${Line} key=${name} client=${client} name=${name} rule=${rule} unlocked=${unlocked} onDelete=${() => setDialog({ remove: name })} />`)}
        </tbody>
      </table>
    </div>`}
    <div class="buttons">
      ${marker && html`<button type="button" onClick=${() => setMarker("")}>First page</button>`}
      ${data?.next && html`<button type="button" onClick=${() => setMarker(data.next)}>Next page</button>`}
    </div>
    ${dialog === "create" && html`<${Create} client=${client} onClose=${close} />`}
    ${dialog?.remove && html`<${Delete} client=${client} name=${dialog.remove} onDone=${again} onClose=${close} />`}
  </div>`;
}

function Line({ client, name, rule, unlocked, onDelete }) {
  const { data, failure } = useLoad((signal) => describeQueue(client, name, signal), [client, name]);
  return html`<tr>
    <th scope="row"><a href=${link(["queue", name])}>${name}</a></th>
    <td class="number">${failure ? failure.code : data && count(data.messages)}</td>
    <td class="number">${data?.lanes}</td>
    <td>${rule && html`<a href=${link(["queue", rule.queue])}>${rule.queue}</a> <span class="quiet">after ${rule.maxDequeueCount}</span>`}</td>
    <td class="number"><button type="button" class="plain danger" disabled=${!unlocked} aria-label="Delete ${name}" onClick=${onDelete}>Delete</button></td>
  </tr>`;
}

function Create({ client, onClose }) {
  const [name, setName] = useState("");
  const { run, busy, failure } = useAction(async () => {
    await createQueue(client, name);
    onClose();
    go(["queue", name]);
  });
  const submit = (event) => {
    event.preventDefault();
    run();
  };
  return html`<${Dialog} title="Create queue" onClose=${onClose}>
    <form onSubmit=${submit}>
      <label><span>Name</span><input value=${name} onInput=${(event) => setName(event.target.value)} autofocus spellcheck=${false} autocomplete="off" /></label>
      <p class="quiet small">3 to 63 lower-case letters, digits and single dashes.</p>
      <${Failure} failure=${failure} />
      <footer><button type="button" onClick=${onClose}>Cancel</button><button class="primary" disabled=${busy || name === ""}>Create</button></footer>
    </form>
  <//>`;
}

function Delete({ client, name, onDone, onClose }) {
  const remove = async () => {
    await deleteQueue(client, name);
    say(`Queue ${name} deleted.`);
    onClose();
    onDone();
  };
  return html`<${Confirm} title="Delete queue" name=${name} verb="Delete queue" onConfirm=${remove} onClose=${onClose}>
    <p>The queue <code>${name}</code> and all its messages, hidden ones too, are deleted. There is no way back.</p>
  <//>`;
}
