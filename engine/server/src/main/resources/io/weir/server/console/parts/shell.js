// The frame of every view: navigation, account, lock, theme, and how the service answers.

import { html, useState } from "../vendor/preact-htm.js";
import { connection, service, session, signOut, unlock } from "../core/session.js";
import { link } from "../core/router.js";
import { useStore } from "../core/store.js";
import { nextTheme, theme } from "../core/theme.js";
import { Icon } from "./icon.js";
import { Said } from "./notice.js";
import { Unlock } from "./unlock.js";
import { SignInAgain } from "../screens/sign-in.js";

const OF_TABLES = [
  ["tables", "Tables"],
  ["changes", "Changes"],
  ["consumers", "Consumers"],
  ["advice", "Advice"],
  ["shards", "Shards"],
  ["health", "Health"],
];
const OF_QUEUES = [["queues", "Queues"]];

export function Shell({ at, children }) {
  return html`<div class="shell">
    <a class="skip" href="#main" onClick=${skip}>Skip to the content</a>
    <${Top} />
    <${Navigation} at=${at} />
    <main id="main" tabindex="0">
      <${Connection} />
      ${children}
    </main>
    <${Said} />
  </div>`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

function Top() {
  const { client, unlocked } = useStore(session);
  const choice = useStore(theme);
  const [asking, setAsking] = useState(false);
  return html`<header class="top">
    <a class="brand" href=${link([])}><span class="mark" aria-hidden="true"></span>Weir</a>
    <span class="account" title="Signed in with a ${KINDS[client.kind]}">${client.account}</span>
    <button
      type="button"
      class=${unlocked ? "lock open" : "lock"}
      aria-pressed=${unlocked}
      onClick=${() => (unlocked ? unlock(false) : setAsking(true))}
    >
      <${Icon} name=${unlocked ? "unlocked" : "locked"} />${unlocked ? "Writing unlocked" : "Read-only"}
    </button>
    <button type="button" class="plain icon" aria-label="Theme: ${choice}" title="Theme: ${choice}" onClick=${nextTheme}><${Icon} name=${choice} /></button>
    <button type="button" class="plain" onClick=${signOut}>Sign out</button>
    ${asking && html`<${Unlock} onClose=${() => setAsking(false)} />`}
  </header>`;
}

const KINDS = { key: "key", sas: "shared access signature", bearer: "bearer token" };

function Navigation({ at }) {
  const { service: kind, queuePort } = useStore(service);
  const entries = kind === "queues" ? OF_QUEUES : OF_TABLES;
  return html`<nav class="side" aria-label="Console">
    ${entries.map(
      ([name, title]) => html`<a href=${link([name])} aria-current=${at === name ? "page" : undefined}>
        <${Icon} name=${name} />${title}
      </a>`,
    )}
    ${queuePort && html`<a href=${queueConsole(queuePort)} target="_blank" rel="noopener">
      <${Icon} name="queues" />Queues <span aria-hidden="true">↗</span>
    </a>`}
  </nav>`;
}

// Queues have a port, and therefore an origin, of their own. The console there signs in by itself.
function queueConsole(port) {
  return `${location.protocol}//${location.hostname}:${port}/console/`;
}

function Connection() {
  const { state, failure } = useStore(connection);
  const [signing, setSigning] = useState(false);
  if (state === "unreachable") {
    return html`<div class="banner" role="alert">The service does not answer. The console asks again every two seconds.</div>`;
  }
  if (state === "refused") {
    return html`<div class="banner" role="alert">
      <span>The service does not accept the credentials any more: ${failure.message}</span>
      <button type="button" onClick=${() => setSigning(true)}>Sign in again</button>
      ${signing && html`<${SignInAgain} onClose=${() => setSigning(false)} />`}
    </div>`;
  }
  return null;
}
