package io.weir.engine.cleanshutdown;

/**
 * What the marker says of a fences file.
 *
 * @param bytes length of the file
 * @param checksum CRC-32C (RFC 3720, appendix B.4) of the whole file
 */
public record FencesFile(long bytes, int checksum) {}
