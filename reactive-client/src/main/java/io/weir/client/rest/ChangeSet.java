package io.weir.client.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.JointCommit;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.wire.Dialect;
import io.weir.api.write.Batch;
import io.weir.client.exchange.Addresses;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A batch or a joint commit as an entity group transaction: one change set with a request for each
 * operation.
 *
 * <pre>
 * --batch_ID
 * Content-Type: multipart/mixed; boundary=changeset_ID
 *
 * --changeset_ID
 * Content-Type: application/http
 * Content-Transfer-Encoding: binary
 *
 * PUT http://HOST/ACCOUNT/TABLE(PartitionKey='..',RowKey='..') HTTP/1.1
 * ..
 * --changeset_ID--
 * --batch_ID--
 * </pre>
 *
 * <p>Any thread. Source: the public REST documentation, "Performing entity group transactions".
 */
final class ChangeSet {

  private static final String LINE_END = "\r\n";

  private final String origin;
  private final String id = id();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  private ChangeSet(String origin) {
    this.origin = origin;
  }

  /**
   * Returns the request for a batch.
   *
   * @param origin scheme, host and port of the service; requests inside a batch have absolute
   *     addresses
   * @param account path of the account
   */
  static OutboundRequest of(String origin, String account, RestRequests requests, Batch batch) {
    return of(origin, account, batch.writes().stream().map(requests::write).toList());
  }

  /**
   * Returns the request for a joint commit, with the header that extends a transaction to the
   * account.
   */
  static OutboundRequest of(String origin, Addresses addresses, JointCommit commit) {
    return of(origin, addresses, commit, List.of());
  }

  /** Returns the request for a joint commit with messages, which come after the operations. */
  static OutboundRequest of(
      String origin, Addresses addresses, JointCommit commit, List<AddressedMessage> messages) {
    var requests = new ArrayList<OutboundRequest>();
    commit
        .operations()
        .forEach(operation ->
            requests.add(operation.dispatch(new RestRequests(addresses, operation.table()))));
    messages.forEach(message -> requests.add(MessageRequest.put(
        Protocol.HTTP_1, addresses.account(), message.queue(), message.message())));
    return of(origin, addresses.account(), requests)
        .with(Dialect.SCOPE_HEADER, Dialect.ACCOUNT_SCOPE);
  }

  private static OutboundRequest of(String origin, String account, List<OutboundRequest> requests) {
    var changes = new ChangeSet(origin);
    changes.line("--batch_" + changes.id);
    changes.line("Content-Type: multipart/mixed; boundary=changeset_" + changes.id);
    changes.line("");
    requests.forEach(changes::part);
    changes.line("--changeset_" + changes.id + "--");
    changes.line("--batch_" + changes.id + "--");
    return OutboundRequest.of(
            Protocol.HTTP_1, HttpMethod.POST, account + "/%24batch", "", RestRequests.ACCEPTED)
        .with(changes.body.toByteArray(), "multipart/mixed; boundary=batch_" + changes.id);
  }

  private void part(OutboundRequest request) {
    line("--changeset_" + id);
    line("Content-Type: application/http");
    line("Content-Transfer-Encoding: binary");
    line("");
    line(request.method() + " " + origin + request.target() + " HTTP/1.1");
    request.headers().forEach((name, value) -> line(name + ": " + value));
    line("");
    var content = request.body().duplicate();
    var bytes = new byte[content.remaining()];
    content.get(bytes);
    body.writeBytes(bytes);
    line("");
  }

  /**
   * Need not be secret, because no line of JSON begins like a boundary. A secure generator reads a
   * file, which a loop must not do.
   */
  private static String id() {
    var random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private void line(String text) {
    body.writeBytes((text + LINE_END).getBytes(UTF_8));
  }
}
