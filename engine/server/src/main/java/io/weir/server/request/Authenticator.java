package io.weir.server.request;

import java.util.Optional;

/** Verifies the identity of a request's sender and decides its rights. */
@FunctionalInterface
public interface Authenticator {

  /**
   * Returns the sender's rights: everything for a holder of an account key, or as much as its token
   * allows.
   *
   * <p>Fails with {@code AuthenticationFailed}, or with the {@code Authorization..} code that says
   * why a token does not allow this request.
   *
   * <p>Called on the loop of the connection, once for each request, before any other part of the
   * request is used. Must not block.
   */
  Access authenticate(RequestHead head, Sender sender);

  /**
   * Returns the value of {@code WWW-Authenticate} for answers that demand authentication; empty if
   * there is none.
   */
  default Optional<String> challenge() {
    return Optional.empty();
  }
}
