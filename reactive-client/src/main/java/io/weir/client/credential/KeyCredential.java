package io.weir.client.credential;

import io.weir.api.wire.SharedKey;
import reactor.core.publisher.Mono;

/** Signs each request with the account's key. */
final class KeyCredential extends Credential {

  private final SharedKey key;

  KeyCredential(SharedKey key) {
    this.key = key;
  }

  @Override
  Mono<Authorization> authorize(String date, String path) {
    return Mono.fromSupplier(
        () -> Authorization.header(date, key.authorizationLite(date, path, "")));
  }

  @Override
  public String toString() {
    return key.toString();
  }
}
