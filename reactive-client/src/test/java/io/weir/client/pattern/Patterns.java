package io.weir.client.pattern;

/** All patterns. */
public interface Patterns
    extends HighVolumeDeletePattern, LargeValuesPattern, WideEntitiesPattern, DataSeriesPattern {}
