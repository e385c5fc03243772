package io.weir.engine.page.extent;

/**
 * The description of a page file that finds its pages again after a clean shutdown.
 *
 * @param number names the file, together with {@code large}
 * @param large whether it holds large pages
 * @param units that it was created for
 * @param reserved units, from the first, whose blocks the disk has allocated
 * @param fileBytes length of the file
 * @param modifiedMicros modification time of the file, in microseconds since 1970; a later write changes it
 */
public record PersistedExtent(
    int number, boolean large, int units, int reserved, long fileBytes, long modifiedMicros) {

  /** Returns the name of the file in its folder. */
  public String fileName() {
    return ExtentKind.fileName(large, number);
  }
}
