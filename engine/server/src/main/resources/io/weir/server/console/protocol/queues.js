// Operations on queues and their messages.

const XML = { "Content-Type": "application/xml" };
const TAKE_SECONDS = 60;
const TAKE_MESSAGES = 32;

function queuePath(queue) {
  return `/${encodeURIComponent(queue)}`;
}

function messagesPath(queue) {
  return `${queuePath(queue)}/messages`;
}

async function document(client, request) {
  const text = await (await client.send(request)).text();
  return new DOMParser().parseFromString(text.replace(/^\uFEFF/, ""), "application/xml");
}

// Returns {queues, next}: the queues of a page, and the marker of the next one; an empty marker ends the list. A queue is {name, rule}. rule is
// {queue, maxDequeueCount}, where messages go that were taken so often; nothing if there is none, or without the account's key.
export async function listQueues(client, { prefix, marker, most = 100 }, signal) {
  const include = client.kind === "key" ? "deadletters" : undefined;
  const page = await document(client, { query: { comp: "list", prefix, marker, maxresults: most, include }, signal });
  return {
    queues: [...page.querySelectorAll("Queues > Queue")].map((queue) => ({ name: queue.querySelector("Name").textContent, rule: ruleOf(queue) })),
    next: page.querySelector("NextMarker")?.textContent ?? "",
  };
}

function ruleOf(queue) {
  const rule = queue.querySelector("DeadLetters");
  return rule && { queue: rule.querySelector("Queue").textContent, maxDequeueCount: Number(rule.querySelector("MaxDequeueCount").textContent) };
}

// Returns the names of all queues that give up their messages to this one; none without the account's key.
export async function listSources(client, target, signal) {
  const sources = [];
  let marker;
  while (client.kind === "key" && marker !== "") {
    const { queues, next } = await listQueues(client, { marker, most: 5000 }, signal);
    sources.push(...queues.filter(({ rule }) => rule?.queue === target).map(({ name }) => name));
    marker = next;
  }
  return sources;
}

// Returns {messages, lanes}. The number of messages counts hidden ones, too.
export async function describeQueue(client, queue, signal) {
  const answer = await client.send({ path: queuePath(queue), query: { comp: "metadata" }, signal });
  return {
    messages: Number(answer.headers.get("x-ms-approximate-messages-count")),
    lanes: Number(answer.headers.get("x-weir-lanes") ?? 1),
  };
}

export function createQueue(client, queue) {
  return client.send({ method: "PUT", path: queuePath(queue) });
}

export function deleteQueue(client, queue) {
  return client.send({ method: "DELETE", path: queuePath(queue) });
}

// Returns up to 32 messages that are visible now, and leaves them so.
export async function peekMessages(client, queue, signal) {
  const list = await document(client, { path: messagesPath(queue), query: { peekonly: "true", numofmessages: 32 }, signal });
  return [...list.querySelectorAll("QueueMessage")].map(messageOf);
}

// Returns up to 32 messages that nobody can take now, each with the moment from which somebody can.
export async function peekHidden(client, queue, signal) {
  const list = await document(client, { path: messagesPath(queue), query: { peekonly: "true", hidden: "true", numofmessages: 32 }, signal });
  return [...list.querySelectorAll("QueueMessage")].map(messageOf);
}

export function putMessage(client, queue, text) {
  const body = `<QueueMessage><MessageText>${escaped(text)}</MessageText></QueueMessage>`;
  return client.send({ method: "POST", path: messagesPath(queue), headers: XML, body });
}

export function clearMessages(client, queue) {
  return client.send({ method: "DELETE", path: messagesPath(queue) });
}

// Moves every visible message to another queue and returns how many. A message is put there before it is deleted here: if something
// fails between the two, it is in both.
export async function moveMessages(client, from, to, progress, signal) {
  let moved = 0;
  for (;;) {
    const taken = await document(client, {
      path: messagesPath(from),
      query: { numofmessages: TAKE_MESSAGES, visibilitytimeout: TAKE_SECONDS },
      signal,
    });
    const messages = [...taken.querySelectorAll("QueueMessage")].map(messageOf);
    if (messages.length === 0) {
      return moved;
    }
    for (const { id, receipt, text } of messages) {
      await putMessage(client, to, text);
      await client.send({ method: "DELETE", path: `${messagesPath(from)}/${encodeURIComponent(id)}`, query: { popreceipt: receipt } });
      progress(++moved);
    }
  }
}

function messageOf(element) {
  const text = (name) => element.querySelector(name)?.textContent ?? "";
  return {
    id: text("MessageId"),
    receipt: text("PopReceipt"),
    text: text("MessageText"),
    taken: Number(text("DequeueCount")),
    inserted: text("InsertionTime"),
    expires: text("ExpirationTime"),
    visible: text("TimeNextVisible"),
  };
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#13;");
}
