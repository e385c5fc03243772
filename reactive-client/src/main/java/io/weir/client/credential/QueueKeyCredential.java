package io.weir.client.credential;

import io.weir.api.wire.SharedKey;
import java.util.TreeMap;
import reactor.core.publisher.Mono;

/**
 * Signs each request to queues with the account's key, in the short form.
 *
 * <p>Source: the public documentation, "Authorize with Shared Key", Blob, Queue, and File Services,
 * Shared Key Lite.
 */
final class QueueKeyCredential extends Credential {

  private final SharedKey key;

  QueueKeyCredential(SharedKey key) {
    this.key = key;
  }

  @Override
  Mono<Authorization> authorize(String date, String target) {
    return Mono.error(new IllegalStateException("a request to queues is signed with its headers"));
  }

  @Override
  Mono<Authorization> authorize(String date, Unsigned request) {
    return Mono.fromSupplier(() -> Authorization.header(
        date, SharedKey.SCHEME_LITE + " " + key.account() + ":" + key.sign(text(date, request))));
  }

  /**
   * Verb, MD5, content type, date, the protocol's headers, resource. The date is among the headers.
   */
  private String text(String date, Unsigned request) {
    var text = new StringBuilder(request.method())
        .append("\n\n")
        .append(request.contentType())
        .append("\n\n");
    var headers = new TreeMap<>(request.ownHeaders());
    headers.put("x-ms-date", date);
    headers.forEach((name, value) -> text.append(name).append(':').append(value).append('\n'));
    var mark = request.target().indexOf('?');
    var path = mark < 0 ? request.target() : request.target().substring(0, mark);
    var comp = mark < 0 ? "" : KeyCredential.comp(request.target().substring(mark + 1));
    return text.append(SharedKey.resource(key.account(), path, comp)).toString();
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
