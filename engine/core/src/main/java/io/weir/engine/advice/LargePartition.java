package io.weir.engine.advice;

import io.weir.api.TableName;
import java.util.List;

/**
 * A partition is large.
 *
 * @param entities about the number of its entities, never more
 * @param bytes about the length of its pages in memory, never more
 */
public record LargePartition(TableName table, String partitionKey, long entities, long bytes)
    implements Advice {

  static List<Advice> in(TableEvidence evidence) {
    return evidence.sizes().large().stream()
        .<Advice>map(size ->
            new LargePartition(evidence.name(), size.partitionKey(), size.entities(), size.bytes()))
        .toList();
  }

  @Override
  public AdviceKind kind() {
    return AdviceKind.LARGE_PARTITION;
  }

  @Override
  public List<Evidence> evidence() {
    return List.of(
        Evidence.of("partitionKey", partitionKey),
        Evidence.of("entitiesAtLeast", entities),
        Evidence.of("bytesAtLeast", bytes));
  }

  @Override
  public String finding() {
    return "A partition is large.";
  }

  @Override
  public String action() {
    return "A partition cannot be divided over cores, services or storage. Put the leading part of the RowKey, such as a month or a customer,"
        + " into the PartitionKey, or keep many values in one entity.";
  }

  @Override
  public String pattern() {
    return "data-series";
  }
}
