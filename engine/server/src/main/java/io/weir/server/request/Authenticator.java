package io.weir.server.request;

import java.util.Optional;

/** Decides whether a request comes from whom it says, and what it may do. */
@FunctionalInterface
public interface Authenticator {

  /**
   * What the sender may do: everything when it proved to hold a key of the account, or as much as a token allows. Fails with {@code
   * AuthenticationFailed}, or with the {@code Authorization..} code that says why a token is not good for this request.
   *
   * <p>Called on the loop of the connection, once for each request, before anything else of it is believed. Must not block.
   */
  Access authenticate(RequestHead head, Sender sender);

  /** Value of the header {@code WWW-Authenticate} of an answer that asks who the sender is; empty when there is nothing to say. */
  default Optional<String> challenge() {
    return Optional.empty();
  }
}
