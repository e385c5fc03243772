package io.weir.pattern.encryption;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Encrypts the values of one version of one entity: AES-256-GCM, tags of 16 bytes, nonces of 12
 * bytes from a counter.
 *
 * <p>A plaintext is an encoded {@link Entity} without keys whose only property is the value. This
 * keeps the type, and decryption checks the value. deliberate: the caller numbers the values, and
 * must not encrypt two values with the same number and content key.
 *
 * <p>Any thread.
 */
record ContentCipher(SecretKey key, AssociatedData binding) {

  static final String TRANSFORMATION = "AES/GCM/NoPadding";

  private static final int TAG_BITS = 128;
  private static final int NONCE_BYTES = 12;
  private static final String VALUE = "V";

  EdmBinary encrypt(int number, String property, EdmValue value) throws GeneralSecurityException {
    var plain = Entity.builder("", "").set(VALUE, value).build().encoded();
    return new EdmBinary(cipher(Cipher.ENCRYPT_MODE, number, property).doFinal(plain));
  }

  /**
   * Fails with {@link javax.crypto.AEADBadTagException} unless {@link #encrypt} produced the
   * ciphertext from the same arguments.
   */
  EdmValue decrypt(int number, String property, EdmBinary secret) throws GeneralSecurityException {
    var plain = cipher(Cipher.DECRYPT_MODE, number, property).doFinal(secret.toByteArray());
    return Entity.decode(plain).get(VALUE).orElseThrow();
  }

  private Cipher cipher(int mode, int number, String property) throws GeneralSecurityException {
    var nonce = ByteBuffer.allocate(NONCE_BYTES).putInt(NONCE_BYTES - Integer.BYTES, number);
    var cipher = Cipher.getInstance(TRANSFORMATION);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce.array()));
    cipher.updateAAD(binding.of(property));
    return cipher;
  }
}
