package io.weir.engine.advice;

import io.weir.api.TableName;
import java.util.List;

/**
 * One partition of several gets most of the requests to its table.
 *
 * @param reads reads by key, and queries of this partition alone
 * @param writes single writes and batches
 * @param share its share of the table's requests
 * @param partitions the number of partitions of the table, or the number up to which they are
 *     counted
 * @param perSecond its requests in a second, on average
 */
public record HotPartition(
    TableName table,
    String partitionKey,
    long reads,
    long writes,
    double share,
    int partitions,
    long perSecond)
    implements Advice {

  /**
   * Returns one advice for each hot partition, except for those to which writes are appended:
   * {@link AppendOnlyKeys} says why they are hot.
   */
  static List<Advice> in(TableEvidence evidence) {
    var requests = evidence.requests();
    var limits = evidence.thresholds();
    if (requests == null || evidence.sizes().partitions() < limits.hotPartitions()) {
      return List.of();
    }
    var appendedTo = AppendOnlyKeys.partitions(evidence);
    return evidence
        .partitions()
        .filter(each -> !appendedTo.contains(each.getKey()))
        .filter(each -> each.getValue().requests() >= limits.hotRequests())
        .filter(each -> TableEvidence.share(each.getValue().requests(), requests.requests())
            >= limits.hotShare())
        .<Advice>map(each -> new HotPartition(
            evidence.name(),
            each.getKey(),
            each.getValue().reads(),
            each.getValue().writes(),
            TableEvidence.share(each.getValue().requests(), requests.requests()),
            evidence.sizes().partitions(),
            evidence.perSecond(each.getValue().requests())))
        .toList();
  }

  @Override
  public AdviceKind kind() {
    return AdviceKind.HOT_PARTITION;
  }

  @Override
  public List<Evidence> evidence() {
    return List.of(
        Evidence.of("partitionKey", partitionKey),
        Evidence.percent("sharePercent", share),
        Evidence.of("reads", reads),
        Evidence.of("writes", writes),
        Evidence.of("requestsPerSecond", perSecond),
        Evidence.of("partitionsAtLeast", partitions));
  }

  @Override
  public String finding() {
    return "One partition gets most of the requests to the table.";
  }

  @Override
  public String action() {
    return "One core carries out all writes of a partition. Put another part into the PartitionKey, one that programs know when they read,"
        + " or a hash of the RowKey as its prefix.";
  }

  @Override
  public String pattern() {
    return "keys";
  }
}
