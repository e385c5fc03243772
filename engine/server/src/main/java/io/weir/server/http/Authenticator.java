package io.weir.server.http;

/** Decides whether a request comes from whom it says. */
@FunctionalInterface
public interface Authenticator {

  /**
   * Returns when the sender proved to hold the account's key; fails with {@code AuthenticationFailed} otherwise.
   *
   * <p>Called on the loop of the connection, once for each request, before anything else of it is believed. Must not block.
   */
  void authenticate(RequestHead head);
}
