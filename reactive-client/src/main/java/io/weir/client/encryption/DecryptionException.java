package io.weir.client.encryption;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import org.jspecify.annotations.Nullable;

/** An entity came back that cannot be decrypted, or whose hidden properties are not what was written. Asking again does not help. */
public final class DecryptionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Reason {
    /** The key ring does not have the wrapping key; add the key of that id to it. */
    UNKNOWN_KEY("The wrapping key is not in the key ring."),
    /** The wrapping key of that id is not the one that was used, or the wrapped key was changed. */
    WRONG_KEY("The wrapping key does not unwrap the content key."),
    /** A ciphertext was changed, or it stood in another property, entity or table. */
    TAMPERED("A hidden property was changed or moved."),
    /** A hidden property was left out, replaced by a plain one, or what belongs to it is missing. */
    INCOMPLETE("Hidden properties, or what decrypts them, were removed."),
    /** A property that should be hidden is plain, and the entity has no hidden ones: see {@link HiddenProperties#acceptingPlain}. */
    PLAIN("A property that should be hidden is plain.");

    private final String text;

    Reason(String text) {
      this.text = text;
    }
  }

  private final Reason reason;

  DecryptionException(
      Reason reason, TableName table, EntityKey key, String facts, @Nullable Throwable cause) {
    super(
        reason.text + " table=" + table + " partitionKey=" + key.partitionKey() + " rowKey="
            + key.rowKey() + " " + facts,
        cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
