package io.weir.pattern.encryption;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import org.jspecify.annotations.Nullable;

/**
 * An entity in an answer cannot be decrypted, or its hidden properties are not those that were
 * written. A repetition does not help.
 */
public final class DecryptionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The kind of damage. */
  public enum Reason {
    /** The key ring lacks the wrapping key. Add the key of that id. */
    UNKNOWN_KEY("The wrapping key is not in the key ring."),
    /** The wrapping key of that id is not the one that was used, or the wrapped key was changed. */
    WRONG_KEY("The wrapping key does not unwrap the content key."),
    /** A ciphertext was changed, or moved from another property, entity or table. */
    TAMPERED("A hidden property was changed or moved."),
    /** A hidden property was removed or replaced by a plain one, or its metadata is missing. */
    INCOMPLETE("Hidden properties, or what decrypts them, were removed."),
    /**
     * A property that must be hidden is plain, and the entity has no hidden ones: see
     * {@link HiddenProperties#acceptingPlain}.
     */
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
