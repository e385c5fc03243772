package io.weir.cli.accounts;

import java.security.SecureRandom;
import java.util.Base64;

/** Makes random keys. */
final class NewKey {

  /** The block size of SHA-256, which is also the length of the keys of the protocol's accounts. */
  private static final int BYTES = 64;

  private NewKey() {}

  /** Returns a new key in Base64. */
  static String make(SecureRandom random) {
    var bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
