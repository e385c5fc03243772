package io.weir.client.credential;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import java.time.Duration;
import java.time.InstantSource;
import reactor.core.publisher.Mono;

/**
 * Sends a token until it expires or is rejected, then gets another.
 *
 * <p>All requests that wait for a token share one subscription to the source. A failure of the
 * source is not remembered.
 */
final class BearerCredential extends Credential {

  /**
   * A token is replaced this long before it expires, so that it is still valid by the service's
   * clock when it arrives.
   */
  static final Duration MARGIN = Duration.ofSeconds(30);

  private static final String SCHEME = "Bearer ";

  private final InstantSource clock;
  private final Mono<BearerToken> current;

  /**
   * The header that the service rejected last; empty at first. Written by the rejected request,
   * read by the next one.
   */
  private volatile String refused = "";

  BearerCredential(Mono<BearerToken> source, InstantSource clock) {
    this.clock = clock;
    this.current = source
        .switchIfEmpty(Mono.error(() -> new IllegalStateException("bearerToken=none")))
        .cacheInvalidateIf(this::isStale);
  }

  @Override
  Mono<Authorization> authorize(String date, String target) {
    return current
        .map(token -> Authorization.header(date, header(token)))
        .onErrorMap(BearerCredential::withoutToken);
  }

  @Override
  boolean refused(Authorization proof) {
    refused = proof.header();
    return true;
  }

  @Override
  public String toString() {
    return "BearerTokens";
  }

  private boolean isStale(BearerToken token) {
    var isOver =
        token.expiry().filter(end -> clock.instant().isAfter(end.minus(MARGIN))).isPresent();
    return isOver || refused.equals(header(token));
  }

  private static String header(BearerToken token) {
    return SCHEME + token.text();
  }

  private static ServiceFailedException withoutToken(Throwable failure) {
    return new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR, "bearerToken=none outcome=notSent", failure);
  }
}
