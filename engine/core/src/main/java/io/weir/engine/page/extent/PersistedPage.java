package io.weir.engine.page.extent;

/**
 * The description of a page that finds and verifies it after a start.
 *
 * @param id names the page file and the place in it
 * @param lengthBytes of the page
 * @param checksum CRC-32C of the page
 */
public record PersistedPage(long id, int lengthBytes, int checksum) {}
