package io.weir.engine.page;

/**
 * What a page store holds.
 *
 * @param pages pages in use
 * @param bytes bytes of the pages in use, as they were asked for
 * @param diskBytes bytes that the files take of the disk, about: of all places in which a page lies
 *     or has lain; files are sparse and have their blocks from the first use of a place
 * @param capacityBytes bytes that all extents can hold together
 * @param freeBytes bytes that can still be allocated before the store grows
 * @param extents extents in use
 */
public record PageStoreStats(
    long pages, long bytes, long diskBytes, long capacityBytes, long freeBytes, int extents) {}
