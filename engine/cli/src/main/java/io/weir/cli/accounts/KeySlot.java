package io.weir.cli.accounts;

import java.util.Locale;
import java.util.Optional;

/**
 * The slots of an account for keys: two of each kind, so that clients can change from one key to
 * the other while both are valid.
 */
public enum KeySlot {
  KEY1,
  KEY2,
  READONLY1,
  READONLY2;

  /** Returns the name of the slot in the file and on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean isReadOnly() {
    return this == READONLY1 || this == READONLY2;
  }

  static Optional<KeySlot> of(String text) {
    for (var slot : values()) {
      if (slot.text().equals(text)) {
        return Optional.of(slot);
      }
    }
    return Optional.empty();
  }
}
