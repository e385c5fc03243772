package io.weir.engine.page.extent;

/**
 * The description of a page file that finds its pages again after a start.
 *
 * @param number names the file, together with {@code large}
 * @param large whether it holds large pages
 * @param units that it was created for
 * @param reserved units, from the first, whose blocks the disk has allocated
 */
public record PersistedExtent(int number, boolean large, int units, int reserved) {

  /** Returns the name of the file in its folder. */
  public String fileName() {
    return ExtentKind.fileName(large, number);
  }

  /** Returns where in the file a page begins. */
  long fileOffset(long pageId, int pageBytes) {
    return ExtentKind.of(large, pageBytes).fileOffset(units, Extent.unitOf(pageId));
  }
}
