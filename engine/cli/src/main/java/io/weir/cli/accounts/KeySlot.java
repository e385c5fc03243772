package io.weir.cli.accounts;

import java.util.Locale;
import java.util.Optional;

/**
 * The places that an account has for keys. Two of each sort, so that clients can change from the one to the other while both are good.
 */
public enum KeySlot {
  KEY1,
  KEY2,
  READONLY1,
  READONLY2;

  /** As it stands in the file and on the command line. */
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
