package io.weir.server.auth;

import java.util.Optional;

/**
 * Who may ask.
 *
 * @param accounts whose keys and signatures are taken
 * @param tokens tells of bearer tokens what they allow; without it they are refused
 */
public record Callers(AccountRegistry accounts, Optional<TokenVerifier> tokens) {

  /** Those who hold keys or signatures. */
  public static Callers of(AccountRegistry accounts) {
    return new Callers(accounts, Optional.empty());
  }
}
