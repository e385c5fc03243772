package io.weir.engine.checkpoint;

/**
 * The place of a part of a shard's leaf directory: a base, or an increment to the parts before it.
 *
 * @param file number of the file, which is that of the checkpoint that wrote it
 * @param offset where in the file the part begins
 * @param bytes length of the part
 * @param checksum CRC-32C (RFC 3720, appendix B.4) of the part
 */
public record DirectoryPart(long file, long offset, long bytes, int checksum) {}
