package io.weir.cli.rows;

import io.weir.api.entity.EntityKey;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Counts the keys that occurred before, in constant memory. Keys with one {@link Fingerprint} count
 * as equal. Belongs to one thread.
 */
public final class KeyRepeats implements Closeable {

  private final DuplicateCounter fingerprints = new DuplicateCounter();

  /** Adds a key. */
  public void add(EntityKey key) {
    try {
      fingerprints.add(Fingerprint.of(key));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns how many keys were equal to an earlier one. Called once, at the end. */
  public long count() throws IOException {
    return fingerprints.count();
  }

  @Override
  public void close() throws IOException {
    fingerprints.close();
  }
}
