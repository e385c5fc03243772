package io.weir.engine.page;

/**
 * What a page store holds.
 *
 * @param pages pages in use
 * @param bytes bytes of the pages in use, as they were asked for
 * @param capacityBytes bytes that all extents can hold together
 * @param freeBytes bytes that can still be allocated before the store grows
 * @param extents extents in use
 */
public record PageStoreStats(
    long pages, long bytes, long capacityBytes, long freeBytes, int extents) {}
