package io.weir.server.auth;

import java.util.Optional;

/**
 * The credentials that the server accepts.
 *
 * @param accounts their keys and shared access signatures are accepted
 * @param tokens verifies bearer tokens; if empty, bearer tokens are rejected
 */
public record Callers(AccountRegistry accounts, Optional<TokenVerifier> tokens) {

  /** Accepts account keys and shared access signatures, and rejects bearer tokens. */
  public static Callers of(AccountRegistry accounts) {
    return new Callers(accounts, Optional.empty());
  }
}
