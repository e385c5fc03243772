package io.weir.pattern.encryption;

import io.weir.api.edm.EdmBinary;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import reactor.core.publisher.Mono;

/**
 * A wrapping key in the memory of this process: AES key wrap (RFC 3394), which detects a wrong key
 * and changed text.
 *
 * <p>Any thread; computes on the subscriber's thread and does not block.
 */
public final class AesWrappingKey implements KeyWrappingKey {

  private static final int KEY_BYTES = 32;

  private final String id;
  private final AesKeyWrap key;

  private AesWrappingKey(String id, AesKeyWrap key) {
    this.id = id;
    this.key = key;
  }

  /**
   * Returns a key of these 32 bytes, which are copied. Fails with {@link IllegalArgumentException}
   * for an empty id or another length.
   */
  public static AesWrappingKey of(String id, byte[] bytes) {
    if (id.isEmpty() || bytes.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "A wrapping key has an id and 32 bytes. id=" + id + " bytes=" + bytes.length);
    }
    return new AesWrappingKey(id, new AesKeyWrap(new SecretKeySpec(bytes, "AES")));
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Mono<EdmBinary> wrap(SecretKey contentKey) {
    return Mono.fromCallable(() -> key.wrap(contentKey));
  }

  @Override
  public Mono<SecretKey> unwrap(EdmBinary wrapped) {
    return Mono.fromCallable(() -> key.unwrap(wrapped.toByteArray()));
  }

  /** Shows the id and hides the key. */
  @Override
  public String toString() {
    return "AesWrappingKey[" + id + "]";
  }
}
