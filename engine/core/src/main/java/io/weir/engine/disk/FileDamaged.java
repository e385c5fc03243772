package io.weir.engine.disk;

import java.io.IOException;

/** A file is not what was written. The message names it. */
public final class FileDamaged extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * @param file where it lies, for people to read
   * @param offset where the damage begins, in bytes
   * @param damage what is wrong, in a word
   */
  public FileDamaged(String file, long offset, String damage) {
    super("The file is damaged. file=" + file + " offset=" + offset + " damage=" + damage);
  }
}
