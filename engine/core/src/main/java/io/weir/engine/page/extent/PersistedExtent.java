package io.weir.engine.page.extent;

/**
 * What has to be known of a page file to find its pages again after an orderly stop.
 *
 * @param number names the file, together with {@code large}
 * @param large whether it holds large pages
 * @param units that it was made for: pages, or units of a large page
 * @param nextKey keys of its map up to this one, not included, have been given
 * @param fileBytes length of the file
 * @param modifiedMicros when the file was last written to, in microseconds since 1970; whoever has
 *     written to it since, has changed this
 */
public record PersistedExtent(
    int number, boolean large, int units, long nextKey, long fileBytes, long modifiedMicros) {

  /** The name of the file in its folder. */
  public String fileName() {
    return ExtentKind.fileName(large, number);
  }
}
