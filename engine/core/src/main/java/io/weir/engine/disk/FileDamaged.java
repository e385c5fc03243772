package io.weir.engine.disk;

import java.io.IOException;

/** Thrown if a file differs from the file that was written. The message names it. */
public final class FileDamaged extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * @param file path or name, for people to read
   * @param offset where the damage begins, in bytes
   * @param damage the kind of damage, in one word
   */
  public FileDamaged(String file, long offset, String damage) {
    super("The file is damaged. file=" + file + " offset=" + offset + " damage=" + damage);
  }
}
