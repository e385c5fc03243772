package io.weir.engine.page.extent;

/**
 * Units of an extent that have become usable, because the disk has allocated their blocks.
 *
 * <p>Any thread; immutable after it was handed over.
 *
 * @param extent that the units belong to
 * @param units all units that are now reserved in the extent
 */
record ReservedUnits(Extent extent, int units) {}
