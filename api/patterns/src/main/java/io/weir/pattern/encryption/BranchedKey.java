package io.weir.pattern.encryption;

import io.weir.api.edm.EdmBinary;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;

/**
 * A content key and the branch key that wrapped it, itself wrapped:
 *
 * <pre>
 * bytes   content
 * 1       version: 1
 * 40      content key, by AES key wrap (RFC 3394) under the branch key
 * rest    branch key, as the root wrapped it; at least one byte
 * </pre>
 */
record BranchedKey(EdmBinary branch, EdmBinary content) {

  private static final byte VERSION = 1;
  private static final int BRANCH_OFFSET = 1 + AesKeyWrap.WRAPPED_KEY_BYTES;

  EdmBinary encode() {
    return new EdmBinary(ByteBuffer.allocate(BRANCH_OFFSET + branch.length())
        .put(VERSION)
        .put(content.toByteArray())
        .put(branch.toByteArray())
        .array());
  }

  /** Fails with {@link InvalidKeyException} for text that {@link #encode} did not produce. */
  static BranchedKey decode(EdmBinary encoded) throws GeneralSecurityException {
    var bytes = ByteBuffer.wrap(encoded.toByteArray());
    if (bytes.remaining() <= BRANCH_OFFSET || bytes.get() != VERSION) {
      throw new InvalidKeyException("Not wrapped by a branch key. bytes=" + encoded.length());
    }
    var content = new byte[AesKeyWrap.WRAPPED_KEY_BYTES];
    var branch = new byte[encoded.length() - BRANCH_OFFSET];
    bytes.get(content).get(branch);
    return new BranchedKey(new EdmBinary(branch), new EdmBinary(content));
  }
}
