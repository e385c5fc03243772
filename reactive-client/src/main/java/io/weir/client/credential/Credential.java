package io.weir.client.credential;

import io.weir.api.wire.SharedKey;
import java.time.InstantSource;
import reactor.core.publisher.Mono;

/**
 * What a client proves its requests with. Any thread; none of them shows its secret in {@code toString}.
 *
 * <pre>
 * {@link #key}         signs each request with the account's key
 * {@link #signature}   appends a shared access signature to each request
 * {@link #bearer}      sends a token that somebody else issues, and gets the next one when it has expired
 * </pre>
 */
public abstract sealed class Credential
    permits KeyCredential, SignatureCredential, BearerCredential {

  Credential() {}

  /** The account's key, which allows everything. */
  public static Credential key(SharedKey key) {
    return new KeyCredential(key);
  }

  /**
   * A shared access signature, as it stands in a query, with or without its question mark: {@code sv=...&sig=...}. Fails with {@link
   * IllegalArgumentException} when it is none.
   */
  public static Credential signature(String query) {
    return SignatureCredential.of(query);
  }

  /**
   * Bearer tokens. The source is subscribed to when the first request needs a token, and again when the token is about to expire or
   * the service no longer takes it; requests that come meanwhile wait for the one subscription. When the source fails, or completes
   * without a token, the requests that wait fail because of it, unsent; the next request asks it again.
   */
  public static Credential bearer(Mono<BearerToken> source) {
    return new BearerCredential(source, InstantSource.system());
  }

  /**
   * The proof for one attempt of a request.
   *
   * @param date value of its {@code x-ms-date}
   * @param path percent-encoded, as it is sent
   */
  abstract Mono<Authorization> authorize(String date, String path);

  /** Takes notice that the service did not take a proof for one. Answers whether another may be had by asking again. */
  boolean refused(Authorization proof) {
    return false;
  }
}
