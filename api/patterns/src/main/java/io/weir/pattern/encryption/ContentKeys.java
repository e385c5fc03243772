package io.weir.pattern.encryption;

import java.security.DrbgParameters;
import java.security.DrbgParameters.Capability;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Draws content keys: AES, 32 bytes.
 *
 * <p>deliberate: uses a generator of the JVM (NIST SP 800-90A, 256 bits) that is seeded when it is
 * opened. The usual generator on Unix reads a device for each key, which an event loop must not do.
 * Any thread.
 */
final class ContentKeys {

  private static final int KEY_BYTES = 32;
  private static final int STRENGTH_BITS = 256;

  private final SecureRandom random;

  private ContentKeys(SecureRandom random) {
    this.random = random;
  }

  /** Seeds the generator and loads the cipher, so that neither delays a later call. May block. */
  static ContentKeys open() {
    try {
      var random = SecureRandom.getInstance(
          "DRBG", DrbgParameters.instantiation(STRENGTH_BITS, Capability.NONE, null));
      Cipher.getInstance(ContentCipher.TRANSFORMATION);
      var keys = new ContentKeys(random);
      keys.next();
      return keys;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The JVM lacks AES-GCM or a generator of 256 bits.", e);
    }
  }

  SecretKey next() {
    var bytes = new byte[KEY_BYTES];
    random.nextBytes(bytes);
    return new SecretKeySpec(bytes, "AES");
  }
}
