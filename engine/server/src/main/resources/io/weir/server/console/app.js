// Starts the console and shows the view that the address names.

import { html, render, useEffect } from "./vendor/preact-htm.js";
import { go, route } from "./core/router.js";
import { awaitReturn, connection, loadService, service, session } from "./core/session.js";
import { useStore } from "./core/store.js";
import "./core/theme.js";
import { Shell } from "./parts/shell.js";
import { Shortcuts } from "./parts/shortcuts.js";
import { Advice } from "./screens/advice.js";
import { Changes } from "./screens/changes.js";
import { Consumers } from "./screens/consumers.js";
import { Health } from "./screens/health.js";
import { Queue } from "./screens/queue.js";
import { Queues } from "./screens/queues.js";
import { Shards } from "./screens/shards.js";
import { SignIn } from "./screens/sign-in.js";
import { Table } from "./screens/table.js";
import { Tables } from "./screens/tables.js";

const OF_TABLES = { tables: Tables, table: Table, changes: Changes, consumers: Consumers, advice: Advice, shards: Shards, health: Health };
const OF_QUEUES = { queues: Queues, queue: Queue };
const PARENTS = { table: "tables", queue: "queues" };

function App() {
  const { client } = useStore(session);
  const { parts, options } = useStore(route);
  const { service: kind } = useStore(service);
  if (!client) {
    return html`<${SignIn} />`;
  }
  const views = kind === "queues" ? OF_QUEUES : OF_TABLES;
  const first = kind === "queues" ? "queues" : "tables";
  const name = Object.hasOwn(views, parts[0] ?? "") ? parts[0] : first;
  return html`<${Shell} at=${PARENTS[name] ?? name}>
    <${Title} name=${name} about=${parts[1]} />
    <${views[name]} key=${`${client.account}/${name}/${parts[1] ?? ""}`} client=${client} about=${parts.slice(1)} options=${options} />
    <${Shortcuts} entries=${Object.keys(views)} onGo=${(view) => go([view])} />
  <//>`;
}

function Title({ name, about }) {
  useEffect(() => {
    document.title = `${about ?? name[0].toUpperCase() + name.slice(1)} · Weir`;
  }, [name, about]);
  return null;
}

async function start() {
  const root = document.getElementById("app");
  try {
    await loadService();
  } catch (failure) {
    root.querySelector("p").textContent = "The service does not answer. This page goes on when it does.";
    await awaitReturn(failure);
    connection.set({ state: "answers", failure: undefined, returns: 0 });
    return start();
  }
  root.replaceChildren();
  render(html`<${App} />`, root);
  return undefined;
}

start();
