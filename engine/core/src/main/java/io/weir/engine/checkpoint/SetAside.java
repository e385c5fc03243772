package io.weir.engine.checkpoint;

/**
 * The records of the log that the pages of a shard lack, in a file of a checkpoint that has left
 * the shard out; see {@link SetAsideRecords}.
 *
 * @param position the pages contain everything that the shard logged before it
 * @param from the file has every record of the shard from here on; at most {@code position}
 * @param to up to here; the shard logged nothing from here to the log position of the checkpoint
 * @param file number of the file, which is that of the checkpoint that wrote it
 * @param bytes length of the file
 * @param checksum CRC-32C (RFC 3720, appendix B.4) of the file
 */
public record SetAside(long position, long from, long to, long file, long bytes, int checksum) {}
