package io.weir.pattern.encryption;

import io.weir.api.edm.EdmBinary;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;

/**
 * AES key wrap (RFC 3394), which detects a wrong key and changed text. Any thread; computes and
 * does not block.
 */
record AesKeyWrap(SecretKey key) {

  /** Length of a wrapped key of 32 bytes. */
  static final int WRAPPED_KEY_BYTES = 40;

  private static final String TRANSFORMATION = "AESWrap";

  EdmBinary wrap(SecretKey contentKey) throws GeneralSecurityException {
    return new EdmBinary(cipher(Cipher.WRAP_MODE).wrap(contentKey));
  }

  SecretKey unwrap(byte[] wrapped) throws GeneralSecurityException {
    return (SecretKey) cipher(Cipher.UNWRAP_MODE).unwrap(wrapped, "AES", Cipher.SECRET_KEY);
  }

  /** Hides the key. */
  @Override
  public String toString() {
    return "AesKeyWrap";
  }

  private Cipher cipher(int mode) throws GeneralSecurityException {
    var cipher = Cipher.getInstance(TRANSFORMATION);
    cipher.init(mode, key);
    return cipher;
  }
}
