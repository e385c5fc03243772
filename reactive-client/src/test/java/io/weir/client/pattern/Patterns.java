package io.weir.client.pattern;

/** All patterns. */
public interface Patterns
    extends KeysPattern,
        LargeValuesPattern,
        WideEntitiesPattern,
        DataSeriesPattern,
        SecondaryKeysPattern,
        IndexEntitiesPattern,
        IndexTablesPattern,
        JoinsPattern,
        HighVolumeDeletePattern,
        PartitionedTablesPattern,
        WordTablePattern,
        ViewsPattern,
        ViewUpkeepPattern,
        RegionMigrationPattern,
        DenormalisationPattern,
        RelationsPattern,
        InheritancePattern {}
