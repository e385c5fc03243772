package io.weir.cli.accounts;

import java.security.SecureRandom;
import java.util.Base64;

/** Makes random keys. */
final class NewKey {

  /** As many as a block of SHA-256 takes, and as the keys of the protocol's accounts have. */
  private static final int BYTES = 64;

  private NewKey() {}

  /** Returns a key in Base64. */
  static String make(SecureRandom random) {
    var bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
