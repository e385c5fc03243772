package io.weir.client.credential;

import io.weir.api.wire.SharedKey;
import java.time.InstantSource;
import reactor.core.publisher.Mono;

/**
 * The proof of a client's requests. Any thread. {@code toString} shows no secret.
 *
 * <pre>
 * {@link #key}         signs each request with the account's key
 * {@link #signature}   appends a shared access signature to each request
 * {@link #bearer}      sends a token of an issuer, and gets the next one when it has expired
 * </pre>
 */
public abstract sealed class Credential
    permits KeyCredential, QueueKeyCredential, SignatureCredential, BearerCredential {

  Credential() {}

  /** Signs requests with the account's key, which allows everything. */
  public static Credential key(SharedKey key) {
    return new KeyCredential(key);
  }

  /**
   * Sends a shared access signature, in query form with or without the question mark:
   * {@code sv=...&sig=...}. Fails with {@link IllegalArgumentException} if the text is not a
   * signature.
   */
  public static Credential signature(String query) {
    return SignatureCredential.of(query);
  }

  /**
   * Sends bearer tokens. The client subscribes to the source when the first request needs a token,
   * and again when the token is about to expire or the service rejects it. Requests that need a
   * token meanwhile share that subscription. If the source fails, or completes without a token,
   * these requests fail unsent, and the next request subscribes again.
   */
  public static Credential bearer(Mono<BearerToken> source) {
    return new BearerCredential(source, InstantSource.system());
  }

  /**
   * Returns the proof for one attempt of a request.
   *
   * @param date value of its {@code x-ms-date}
   * @param target path and query, percent-encoded, as they are sent
   */
  abstract Mono<Authorization> authorize(String date, String target);

  /** Returns the proof for one attempt of a request, which may cover more than its target. */
  Mono<Authorization> authorize(String date, Unsigned request) {
    return authorize(date, request.target());
  }

  /**
   * Returns the credential of the same sender for queues, whose protocol signs more of a request.
   * Internal to the client: not an API.
   */
  public Credential ofQueues() {
    return this;
  }

  /**
   * Notes that the service rejected a proof. Returns whether {@link #authorize} can now give
   * another one.
   */
  boolean refused(Authorization proof) {
    return false;
  }
}
