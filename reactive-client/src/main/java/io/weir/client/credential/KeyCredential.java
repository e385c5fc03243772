package io.weir.client.credential;

import io.weir.api.wire.SharedKey;
import java.util.Arrays;
import reactor.core.publisher.Mono;

/** Signs each request with the account's key. */
final class KeyCredential extends Credential {

  private static final String COMP = "comp=";

  private final SharedKey key;

  KeyCredential(SharedKey key) {
    this.key = key;
  }

  @Override
  Mono<Authorization> authorize(String date, String target) {
    return Mono.fromSupplier(() -> Authorization.header(date, signature(date, target)));
  }

  /** Signs the path and, of the query, the option {@code comp}, as the protocol specifies. */
  private String signature(String date, String target) {
    var mark = target.indexOf('?');
    return mark < 0
        ? key.authorizationLite(date, target, "")
        : key.authorizationLite(date, target.substring(0, mark), comp(target.substring(mark + 1)));
  }

  /** Returns the value of the option {@code comp}; empty if the query has none. */
  static String comp(String query) {
    return Arrays.stream(query.split("&", -1))
        .filter(option -> option.startsWith(COMP))
        .map(option -> option.substring(COMP.length()))
        .findFirst()
        .orElse("");
  }

  @Override
  public Credential ofQueues() {
    return new QueueKeyCredential(key);
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
