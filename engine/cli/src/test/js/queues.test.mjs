import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, beforeEach, test as check } from "node:test";
import {
  QueueClient,
  QueueSASPermissions,
  QueueServiceClient,
  StorageSharedKeyCredential,
  generateQueueSASQueryParameters,
} from "@azure/storage-queue";
import { TableClient } from "@azure/data-tables";
import { credential as tableCredential, endpoint as tableEndpoint } from "./account.mjs";

const endpoint = process.env.WEIR_SDK_QUEUE_ENDPOINT;
const test = endpoint ? check : (name) => check(name, { skip: "no endpoint of queues" }, () => {});

const { name: account, key } = tableCredential;
const credential = new StorageSharedKeyCredential(account, key);
// The client does not retry, so each answer is the first one.
const options = { retryOptions: { maxTries: 1 } };

let service;
let queue;

before(() => {
  service = endpoint && new QueueServiceClient(endpoint, credential, options);
});

beforeEach(async () => {
  if (endpoint) {
    queue = service.getQueueClient(freeName());
    await queue.create();
  }
});

function freeName() {
  return `js-${randomBytes(8).toString("hex")}`;
}

async function refused(promise, status, code) {
  await assert.rejects(promise, (failure) => {
    assert.equal(failure.statusCode, status, failure.message);
    assert.equal(failure.code ?? failure.details?.errorCode, code);
    return true;
  });
}

async function texts(messages = 32) {
  return (await queue.receiveMessages({ numberOfMessages: messages })).receivedMessageItems.map(
    (message) => message.messageText,
  );
}

test("messages are sent, received in order and deleted", async () => {
  for (let i = 0; i < 5; i++) {
    const sent = await queue.sendMessage(`m${i}`);
    assert.match(sent.messageId, /^[0-9a-f-]{36}$/);
    assert.ok(sent.popReceipt);
  }
  const { receivedMessageItems: received } = await queue.receiveMessages({ numberOfMessages: 32 });
  assert.deepEqual(received.map((message) => message.messageText), ["m0", "m1", "m2", "m3", "m4"]);
  assert.deepEqual(received.map((message) => message.dequeueCount), [1, 1, 1, 1, 1]);
  for (const message of received) {
    assert.ok(message.nextVisibleOn > message.insertedOn);
    await queue.deleteMessage(message.messageId, message.popReceipt);
  }
  assert.equal((await queue.getProperties()).approximateMessagesCount, 0);
});

// The package itself drops line feeds when it writes XML.
test("a text keeps every character of XML", async () => {
  const text = " \t<&>\"' \u00e9\u{1f600} ]]> ";
  await queue.sendMessage(text);
  assert.deepEqual(await texts(), [text]);
});

test("a text of 64 KiB is accepted and a longer one refused", async () => {
  await queue.sendMessage("x".repeat(64 * 1024));
  await refused(queue.sendMessage("x".repeat(64 * 1024 + 1)), 413, "RequestBodyTooLarge");
});

test("a received message is hidden, and a peek does not hide", async () => {
  await queue.sendMessage("a");
  const { peekedMessageItems: seen } = await queue.peekMessages({ numberOfMessages: 32 });
  assert.deepEqual(seen.map((message) => message.messageText), ["a"]);
  assert.deepEqual(await texts(), ["a"]);
  assert.deepEqual(await texts(), []);
});

test("an update changes text and visibility and ends the old receipt", async () => {
  await queue.sendMessage("first");
  const [message] = (await queue.receiveMessages()).receivedMessageItems;
  const updated = await queue.updateMessage(message.messageId, message.popReceipt, "second", 0);
  assert.notEqual(updated.popReceipt, message.popReceipt);
  await refused(queue.deleteMessage(message.messageId, message.popReceipt), 400, "PopReceiptMismatch");
  assert.deepEqual(await texts(), ["second"]);
});

test("a delay hides a new message, and it may never expire", async () => {
  await queue.sendMessage("later", { visibilityTimeout: 600, messageTimeToLive: -1 });
  assert.deepEqual(await texts(), []);
  assert.equal((await queue.getProperties()).approximateMessagesCount, 1);
});

test("clearing removes hidden messages, too", async () => {
  await queue.sendMessage("a");
  await texts();
  await queue.clearMessages();
  assert.equal((await queue.getProperties()).approximateMessagesCount, 0);
});

test("queues are created once, listed by pages with metadata, and deleted", async () => {
  const prefix = freeName();
  for (const suffix of ["-a", "-b", "-c"]) {
    await service.createQueue(prefix + suffix, { metadata: { kind: "x y" } });
  }
  await refused(service.createQueue(`${prefix}-a`, { metadata: { kind: "z" } }), 409, "QueueAlreadyExists");
  const names = [];
  for await (const page of service.listQueues({ prefix, includeMetadata: true }).byPage({ maxPageSize: 2 })) {
    for (const item of page.queueItems ?? []) {
      names.push(item.name);
      assert.equal(item.metadata.kind, "x y");
    }
  }
  assert.deepEqual(names, ["-a", "-b", "-c"].map((suffix) => prefix + suffix));
  await service.deleteQueue(names[0]);
  await refused(service.deleteQueue(names[0]), 404, "QueueNotFound");
});

test("access policies are stored and read", async () => {
  const policy = {
    id: "process",
    accessPolicy: { startsOn: new Date(0), expiresOn: new Date("2099-01-01"), permissions: "p" },
  };
  await queue.setAccessPolicy([policy]);
  const { signedIdentifiers: stored } = await queue.getAccessPolicy();
  assert.deepEqual(stored.map((each) => [each.id, each.accessPolicy.permissions]), [["process", "p"]]);
});

test("service properties are read and set", async () => {
  const properties = await service.getProperties();
  assert.ok(properties.queueAnalyticsLogging);
  await service.setProperties({ cors: [] });
});

test("a signature of a queue allows what it names", async () => {
  const token = generateQueueSASQueryParameters(
    {
      queueName: queue.name,
      permissions: QueueSASPermissions.parse("a"),
      expiresOn: new Date(Date.now() + 3_600_000),
    },
    credential,
  );
  const sender = new QueueClient(`${endpoint}/${queue.name}?${token}`, undefined, options);
  await sender.sendMessage("a");
  await refused(sender.receiveMessages(), 403, "AuthorizationPermissionMismatch");
});

test("another key is refused", async () => {
  const stranger = new QueueServiceClient(
    endpoint,
    new StorageSharedKeyCredential(account, "AAAA"),
    options,
  );
  await refused(stranger.getQueueClient(queue.name).getProperties(), 403, "AuthenticationFailed");
});

test("one connection string of the emulator's form reaches tables and queues", async () => {
  const connection = [
    "DefaultEndpointsProtocol=http",
    `AccountName=${account}`,
    `AccountKey=${key}`,
    `TableEndpoint=${tableEndpoint}`,
    `QueueEndpoint=${endpoint}`,
  ].join(";");
  const table = TableClient.fromConnectionString(connection, `T${randomBytes(8).toString("hex")}`, {
    allowInsecureConnection: true,
  });
  const orders = QueueServiceClient.fromConnectionString(connection).getQueueClient(queue.name);

  await table.createTable();
  await table.createEntity({ partitionKey: "p", rowKey: "r" });
  await orders.sendMessage("r");

  const [message] = (await orders.receiveMessages()).receivedMessageItems;
  assert.equal((await table.getEntity("p", message.messageText)).rowKey, "r");
});
