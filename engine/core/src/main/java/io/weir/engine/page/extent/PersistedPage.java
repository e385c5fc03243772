package io.weir.engine.page.extent;

/**
 * The description of a page that finds and verifies it after a clean shutdown.
 *
 * @param id names the page file and the key in its map
 * @param lengthBytes of the page
 * @param entries in the page
 * @param checksum CRC-32C of the page
 * @param fileOffset where in the file the page begins; {@link #OFFSET_UNKNOWN} for some large pages
 */
public record PersistedPage(long id, int lengthBytes, int entries, int checksum, long fileOffset) {

  /** Stands for a page in a part of the file that was added late: the map does not reveal its offset. */
  public static final long OFFSET_UNKNOWN = -1;
}
