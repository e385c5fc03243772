package io.weir.engine.page.extent;

/**
 * What has to be known of a page to find and verify it after an orderly stop.
 *
 * @param id names the page file and the key in its map
 * @param lengthBytes of the page
 * @param entries in the page
 * @param checksum CRC-32C of the page
 * @param fileOffset where in the file the page begins; {@link #OFFSET_UNKNOWN} for some large pages
 */
public record PersistedPage(long id, int lengthBytes, int entries, int checksum, long fileOffset) {

  /** The map has put the page into a part of the file that was added late, and does not tell where that is. */
  public static final long OFFSET_UNKNOWN = -1;
}
