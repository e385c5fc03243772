package io.weir.engine.page;

/**
 * The pages and bytes that a page store holds.
 *
 * @param pages pages in use
 * @param bytes bytes of the pages in use, as requested
 * @param diskBytes bytes that the files occupy on the disk: reserved units, and the maps' own data.
 *     After a crash the files may occupy more: blocks that were reserved after the checkpoint count
 *     when they are reserved again
 * @param capacityBytes bytes that all extents can hold together, once the disk has allocated them
 * @param freeBytes bytes that can be allocated before the store grows; the disk has allocated their
 *     blocks
 * @param extents extents in use
 */
public record PageStoreStats(
    long pages, long bytes, long diskBytes, long capacityBytes, long freeBytes, int extents) {}
