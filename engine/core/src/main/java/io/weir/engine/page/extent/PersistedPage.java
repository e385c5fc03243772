package io.weir.engine.page.extent;

/**
 * The description of a page that finds and verifies it after a clean shutdown.
 *
 * @param id names the page file and the place in it
 * @param lengthBytes of the page
 * @param entries in the page
 * @param checksum CRC-32C of the page
 * @param fileOffset where in the file the page begins
 */
public record PersistedPage(long id, int lengthBytes, int entries, int checksum, long fileOffset) {}
