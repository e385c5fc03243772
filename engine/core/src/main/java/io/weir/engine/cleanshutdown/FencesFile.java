package io.weir.engine.cleanshutdown;

/**
 * The length and checksum of a fences file, as the marker records them.
 *
 * @param bytes length of the file
 * @param checksum CRC-32C (RFC 3720, appendix B.4) of the whole file
 */
public record FencesFile(long bytes, int checksum) {}
