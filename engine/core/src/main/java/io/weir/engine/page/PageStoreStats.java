package io.weir.engine.page;

/**
 * What a page store holds.
 *
 * @param pages pages in use
 * @param bytes bytes of the pages in use, as they were asked for
 * @param diskBytes bytes that the files have of the disk: what was reserved, and what the maps keep
 *     beside the pages
 * @param capacityBytes bytes that all extents can hold together, once the disk has given them
 * @param freeBytes bytes that can still be allocated before the store grows; the disk has given them
 * @param extents extents in use
 */
public record PageStoreStats(
    long pages, long bytes, long diskBytes, long capacityBytes, long freeBytes, int extents) {}
