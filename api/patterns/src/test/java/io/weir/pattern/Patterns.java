package io.weir.pattern;

import io.weir.pattern.large.ForgedRowsPattern;
import io.weir.pattern.large.LargeUploadsPattern;
import io.weir.pattern.large.LargeValuesPattern;
import io.weir.pattern.migration.MigrationUnderLoadPattern;
import io.weir.pattern.migration.RegionMigrationPattern;
import io.weir.pattern.relation.FamilyRacesPattern;
import io.weir.pattern.relation.SplitEntitiesPattern;

/** All patterns. */
public interface Patterns
    extends KeysPattern,
        LargeValuesPattern,
        LargeUploadsPattern,
        ForgedRowsPattern,
        WideEntitiesPattern,
        DataSeriesPattern,
        CountersPattern,
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
