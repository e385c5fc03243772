package io.weir.engine.offline;

/**
 * Damage found in a file.
 *
 * @param file its path, for people to read
 * @param offset where in the file the damage begins, in bytes
 * @param damage the kind of damage
 */
public record Finding(String file, long offset, String damage) {

  @Override
  public String toString() {
    return "file=" + file + " offset=" + offset + " damage=" + damage;
  }
}
