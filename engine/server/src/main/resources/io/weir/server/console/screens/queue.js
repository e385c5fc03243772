// One queue: the messages that are visible, those that are hidden, and the way back for dead letters.

import { html, useRef, useState } from "../vendor/preact-htm.js";
import { count, plural } from "../core/format.js";
import { useLoad } from "../core/load.js";
import { link } from "../core/router.js";
import { session } from "../core/session.js";
import { useStore } from "../core/store.js";
import { Confirm, Dialog, useAction } from "../parts/dialog.js";
import { Empty, Failure, Loading, say } from "../parts/notice.js";
import { OfferUnlock } from "../parts/unlock.js";
import { clearMessages, describeQueue, listSources, moveMessages, peekHidden, peekMessages, putMessage } from "../protocol/queues.js";

const MOST_SHOWN = 32;

export function Queue({ client, about }) {
  const [name] = about;
  const { unlocked } = useStore(session);
  const load = async (signal) => ({
    facts: await describeQueue(client, name, signal),
    messages: await peekMessages(client, name, signal),
    hidden: await peekHidden(client, name, signal),
    sources: await listSources(client, name, signal),
  });
  const { data, failure, loading, again } = useLoad(load, [client, name]);
  const [dialog, setDialog] = useState();
  const done = () => {
    setDialog(undefined);
    again();
  };
  const close = () => setDialog(undefined);
  return html`<div class="page">
    <header class="title">
      <h1><a href=${link(["queues"])}>Queues</a> <span aria-hidden="true">/</span> ${name}</h1>
      <button type="button" onClick=${again}>Reload</button>
      <button type="button" disabled=${!unlocked} onClick=${() => setDialog("put")}>Put a message</button>
      <button type="button" disabled=${!unlocked || !data?.messages.length} onClick=${() => setDialog("requeue")}>Requeue</button>
      <button type="button" class="danger" disabled=${!unlocked || !data?.facts.messages} onClick=${() => setDialog("clear")}>Clear</button>
      <${OfferUnlock} />
    </header>
    <${Failure} failure=${failure} again=${again} />
    ${loading && !data && html`<${Loading} what="messages" />`}
    ${data && html`<p class="quiet">${summary(data)}</p>`}
    ${data?.sources.length > 0 && html`<p>Dead letters of ${data.sources.map((source) => html` <a href=${link(["queue", source])}>${source}</a>`)}</p>`}
    ${data?.messages.length === 0 && html`<${Empty} title="No visible messages">A message that was taken is hidden until its visibility timeout ends.<//>`}
    ${data?.messages.map((message) => html`<${Message} key=${message.id} message=${message} />`)}
    ${data?.hidden.length > 0 &&
    html`<section aria-labelledby="hidden">
      <h2 id="hidden">Hidden</h2>
      <p class="quiet">${data.hidden.length === MOST_SHOWN ? `The first ${MOST_SHOWN}` : "All"}, in the order in which they become visible.</p>
      ${data.hidden.map((message) => html`<${Message} key=${message.id} message=${message} />`)}
    </section>`}
    ${dialog === "put" && html`<${Put} client=${client} queue=${name} onDone=${done} onClose=${close} />`}
    ${dialog === "clear" && html`<${Clear} client=${client} queue=${name} onDone=${done} onClose=${close} />`}
    ${dialog === "requeue" && html`<${Requeue} client=${client} queue=${name} sources=${data.sources} onDone=${done} onClose=${close} />`}
  </div>`;
}

function Message({ message }) {
  return html`<article class="card message">
    <pre tabindex="0">${message.text}</pre>
    <p class="quiet small">${message.visible && html`<strong>visible from ${message.visible}</strong> · `}${message.id} · put ${message.inserted} · taken ${plural(message.taken, "time")} · expires ${message.expires}</p>
  </article>`;
}

function summary({ facts, messages }) {
  const total = plural(facts.messages, "message");
  if (messages.length === MOST_SHOWN) {
    return `${total}, hidden ones included. The first ${MOST_SHOWN} visible ones are shown.`;
  }
  return `${total}: ${count(messages.length)} visible, ${count(Math.max(0, facts.messages - messages.length))} hidden because they were taken or are not due.`;
}

function Put({ client, queue, onDone, onClose }) {
  const [text, setText] = useState("");
  const { run, busy, failure } = useAction(async () => {
    await putMessage(client, queue, text);
    onDone();
  });
  const submit = (event) => {
    event.preventDefault();
    run();
  };
  return html`<${Dialog} title="Put a message" onClose=${onClose}>
    <form onSubmit=${submit}>
      <label><span>Text</span><textarea rows="6" value=${text} onInput=${(event) => setText(event.target.value)} autofocus></textarea></label>
      <${Failure} failure=${failure} />
      <footer><button type="button" onClick=${onClose}>Cancel</button><button class="primary" disabled=${busy}>Put</button></footer>
    </form>
  <//>`;
}

function Clear({ client, queue, onDone, onClose }) {
  const clear = async () => {
    await clearMessages(client, queue);
    say(`Queue ${queue} cleared.`);
    onDone();
  };
  return html`<${Confirm} title="Clear queue" name=${queue} verb="Clear" onConfirm=${clear} onClose=${onClose}>
    <p>All messages of <code>${queue}</code>, hidden ones too, are deleted. There is no way back.</p>
  <//>`;
}

function Requeue({ client, queue, sources, onDone, onClose }) {
  const [target, setTarget] = useState(sources[0] ?? "");
  const [moved, setMoved] = useState(0);
  const control = useRef(new AbortController());
  const { run, busy, failure } = useAction(async () => {
    const total = await moveMessages(client, queue, target, setMoved, control.current.signal);
    say(`${plural(total, "message")} moved to ${target}.`);
    onDone();
  });
  const close = () => {
    control.current.abort();
    onClose();
  };
  const submit = (event) => {
    event.preventDefault();
    run();
  };
  return html`<${Dialog} title="Requeue messages" onClose=${close}>
    <form onSubmit=${submit}>
      <p class="prose">Every visible message of <code>${queue}</code> is put into the other queue and then deleted here. If something fails between the two, the message is in both.</p>
      <label><span>Into</span><input value=${target} onInput=${(event) => setTarget(event.target.value.trim())} autofocus spellcheck=${false} /></label>
      <p role="status">${moved > 0 && `${count(moved)} moved`}</p>
      <${Failure} failure=${failure} />
      <footer><button type="button" onClick=${close}>Cancel</button><button class="primary" disabled=${busy || target === "" || target === queue}>Requeue</button></footer>
    </form>
  <//>`;
}
