package io.weir.engine.advice;

import io.weir.api.TableName;
import io.weir.engine.observe.PartitionTally;
import io.weir.engine.observe.TableTally;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The writes of a table go to the end of its keys: to the last partition, which greater ones
 * replace again and again, or after the last row of one partition. A partition that takes most
 * writes and happens to be the last one is no such end.
 *
 * @param place where the end is
 * @param partitionKey the partition that was last, or the one that is appended to
 * @param stores writes that store an entity there, apart from bulk writes
 * @param share their share of the table's such writes
 * @param rising the share of them that come after all earlier row keys; 0 for the last partition
 */
public record AppendOnlyKeys(
    TableName table, Place place, String partitionKey, long stores, double share, double rising)
    implements Advice {

  /** The end of the keys. */
  public enum Place {
    /**
     * The greatest PartitionKey that was written so far. Greater ones take its place as time goes
     * on.
     */
    LAST_PARTITION,
    /** The greatest RowKey of a partition. */
    END_OF_PARTITION
  }

  static List<Advice> in(TableEvidence evidence) {
    return List.copyOf(find(evidence));
  }

  /** Returns the partitions that are appended to. */
  static Set<String> partitions(TableEvidence evidence) {
    return find(evidence).stream().map(AppendOnlyKeys::partitionKey).collect(Collectors.toSet());
  }

  private static List<AppendOnlyKeys> find(TableEvidence evidence) {
    var requests = evidence.requests();
    if (requests == null) {
      return List.of();
    }
    return isLastPartition(requests, evidence)
        ? List.of(ofLastPartition(requests, evidence))
        : evidence
            .partitions()
            .map(each -> ofPartition(each.getKey(), each.getValue(), requests, evidence.name()))
            .filter(each -> each.stores >= evidence.thresholds().appendStores()
                && each.share >= evidence.thresholds().appendShare()
                && each.rising >= evidence.thresholds().appendRising())
            .toList();
  }

  private static boolean isLastPartition(TableTally requests, TableEvidence evidence) {
    var limits = evidence.thresholds();
    return requests.storesInLast() >= limits.appendStores()
        && TableEvidence.share(requests.storesInLast(), requests.stores()) >= limits.appendShare()
        && requests.advances() >= limits.appendAdvances();
  }

  private static AppendOnlyKeys ofLastPartition(TableTally requests, TableEvidence evidence) {
    return new AppendOnlyKeys(
        evidence.name(),
        Place.LAST_PARTITION,
        requests.lastPartition(),
        requests.storesInLast(),
        TableEvidence.share(requests.storesInLast(), requests.stores()),
        0);
  }

  private static AppendOnlyKeys ofPartition(
      String partitionKey, PartitionTally tally, TableTally requests, TableName table) {
    return new AppendOnlyKeys(
        table,
        Place.END_OF_PARTITION,
        partitionKey,
        tally.stores(),
        TableEvidence.share(tally.stores(), requests.stores()),
        TableEvidence.share(tally.rising(), tally.stores()));
  }

  @Override
  public AdviceKind kind() {
    return AdviceKind.APPEND_ONLY_KEYS;
  }

  @Override
  public List<Evidence> evidence() {
    var evidence = new ArrayList<Evidence>();
    evidence.add(Evidence.of("place", place.name()));
    evidence.add(Evidence.of("partitionKey", partitionKey));
    evidence.add(Evidence.of("stores", stores));
    evidence.add(Evidence.percent("sharePercent", share));
    if (place == Place.END_OF_PARTITION) {
      evidence.add(Evidence.percent("risingPercent", rising));
    }
    return evidence;
  }

  @Override
  public String finding() {
    return place == Place.LAST_PARTITION
        ? "Almost all writes go to the partition with the greatest key so far, and greater keys follow, so one partition at a time takes the"
            + " load."
        : "Almost all writes are appended to one partition, in the order of row keys.";
  }

  @Override
  public String action() {
    return "Put a hash of the entity's id before the time in the PartitionKey: as many values as writes should run side by side, and a"
        + " reader merges them. If the newest entities are read first on services that cannot read backwards, use inverted ticks as RowKey.";
  }

  @Override
  public String pattern() {
    return "keys";
  }
}
