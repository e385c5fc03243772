package io.weir.engine.page.extent;

/**
 * Units of an extent that have become usable: the disk has given their blocks.
 *
 * <p>Any thread; immutable after it was handed over.
 *
 * @param extent of which
 * @param units that are reserved in the extent now, all together
 * @param frames new entries for leaf pages; empty for large pages
 */
record ReservedUnits(Extent extent, int units, FrameStack frames) {}
