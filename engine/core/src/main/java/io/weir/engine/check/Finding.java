package io.weir.engine.check;

/**
 * Something that is not as it was written.
 *
 * @param file where it lies, for people to read
 * @param offset where in the file it begins, in bytes
 * @param damage what is wrong
 */
public record Finding(String file, long offset, String damage) {

  @Override
  public String toString() {
    return "file=" + file + " offset=" + offset + " damage=" + damage;
  }
}
