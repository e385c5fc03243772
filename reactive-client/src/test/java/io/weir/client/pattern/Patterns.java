package io.weir.client.pattern;

import io.weir.client.pattern.large.ForgedRowsPattern;
import io.weir.client.pattern.large.LargeUploadsPattern;
import io.weir.client.pattern.large.LargeValuesPattern;
import io.weir.client.pattern.migration.MigrationUnderLoadPattern;
import io.weir.client.pattern.migration.RegionMigrationPattern;
import io.weir.client.pattern.relation.FamilyRacesPattern;
import io.weir.client.pattern.relation.SplitEntitiesPattern;

/** All patterns. */
public interface Patterns
    extends KeysPattern,
        LargeValuesPattern,
        LargeUploadsPattern,
        ForgedRowsPattern,
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
        MigrationUnderLoadPattern,
        DenormalisationPattern,
        DenormalisedRacesPattern,
        RelationsPattern,
        FamilyRacesPattern,
        SplitEntitiesPattern,
        InheritancePattern {}
