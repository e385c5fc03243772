// Signing in with a key, a shared access signature or a bearer token.

import { html, useState } from "../vendor/preact-htm.js";
import { service, session, signIn } from "../core/session.js";
import { useStore } from "../core/store.js";
import { Dialog, useAction } from "../parts/dialog.js";
import { Failure } from "../parts/notice.js";
import { DEVELOPMENT_ACCOUNT, DEVELOPMENT_KEY, bearer, canSign, connectionString, sharedAccess, sharedKey } from "../protocol/credentials.js";

const KINDS = [
  ["key", "Account key"],
  ["sas", "SAS token"],
  ["bearer", "Bearer token"],
];

export function SignIn() {
  const { service: kind } = useStore(service);
  return html`<main class="sign-in" id="main">
    <div class="card">
      <h1><span class="mark" aria-hidden="true"></span>Weir</h1>
      <p class="quiet">${kind === "queues" ? "The console of the queues" : "The console of the tables"} at ${location.host}</p>
      <${Form} />
    </div>
  </main>`;
}

export function SignInAgain({ onClose }) {
  return html`<${Dialog} title="Sign in again" onClose=${onClose}><${Form} onDone=${onClose} /><//>`;
}

function Form({ onDone = () => {} }) {
  const known = session.get().client;
  const [kind, setKind] = useState(known?.kind ?? (canSign() ? "key" : "sas"));
  const [account, setAccount] = useState(known?.account ?? "");
  const [secret, setSecret] = useState("");
  const { run, busy, failure } = useAction(async (chosen, name, text) => {
    await signIn(await credentialOf(chosen, name, text));
    onDone();
  });
  const submit = (event) => {
    event.preventDefault();
    run(kind, account, secret);
  };
  return html`<form onSubmit=${submit} autocomplete="off">
    ${!canSign() && html`<${CannotSign} />`}
    <fieldset class="choice">
      <legend>Credentials</legend>
      ${KINDS.map(
        ([name, title]) => html`<label>
          <input type="radio" name="kind" checked=${kind === name} disabled=${name === "key" && !canSign()} onChange=${() => setKind(name)} />
          <span>${title}</span>
        </label>`,
      )}
    </fieldset>
    <label>
      <span>Account</span>
      <input value=${account} onInput=${(event) => setAccount(event.target.value.trim())} spellcheck=${false} autocapitalize="off" autofocus />
    </label>
    <label>
      <span>${SECRETS[kind]}</span>
      <input type="password" value=${secret} onInput=${(event) => setSecret(event.target.value)} autocomplete="off" />
    </label>
    <${Failure} failure=${failure} />
    <footer>
      ${canSign() &&
      html`<button type="button" disabled=${busy} onClick=${() => run("key", DEVELOPMENT_ACCOUNT, DEVELOPMENT_KEY)}>Development account</button>`}
      <button class="primary" disabled=${busy || secret === ""}>Sign in</button>
    </footer>
    <p class="quiet small">The page keeps credentials in memory only. They are gone when you reload it.</p>
  </form>`;
}

const SECRETS = { key: "Key, or connection string", sas: "Token", bearer: "Token" };

function CannotSign() {
  return html`<p class="banner" role="note">
    This browser signs requests only over TLS or at a loopback address such as http://127.0.0.1 or http://localhost, and this page came from
    ${" "}${location.origin}. Sign in with a shared access signature or a bearer token, or serve this port with TLS. Others on the network can read a
    token that is sent without TLS.
  </p>`;
}

async function credentialOf(kind, account, secret) {
  const given = kind === "key" ? connectionString(secret) : undefined;
  const name = given?.account ?? account;
  if (!/^[a-z0-9]{3,24}$/.test(name)) {
    throw new Error("An account has a name of 3 to 24 lower-case letters and digits.");
  }
  switch (kind) {
    case "key":
      return sharedKey(name, service.get().service, given?.key ?? secret);
    case "sas":
      return sharedAccess(name, secret);
    default:
      return bearer(name, secret);
  }
}
