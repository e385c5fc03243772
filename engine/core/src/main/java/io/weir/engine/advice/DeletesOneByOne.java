package io.weir.engine.advice;

import io.weir.api.TableName;
import java.util.List;

/**
 * Entities of one partition are removed by single requests, in the order of their keys.
 *
 * @param removals single removals
 * @param rising the share of them that come in the order of row keys
 */
public record DeletesOneByOne(TableName table, String partitionKey, long removals, double rising)
    implements Advice {

  static List<Advice> in(TableEvidence evidence) {
    var limits = evidence.thresholds();
    return evidence
        .partitions()
        .filter(each -> each.getValue().removedAlone() >= limits.removals())
        .filter(each ->
            TableEvidence.share(each.getValue().removedRising(), each.getValue().removedAlone())
                >= limits.removalsRising())
        .<Advice>map(each -> new DeletesOneByOne(
            evidence.name(),
            each.getKey(),
            each.getValue().removedAlone(),
            TableEvidence.share(each.getValue().removedRising(), each.getValue().removedAlone())))
        .toList();
  }

  @Override
  public AdviceKind kind() {
    return AdviceKind.DELETES_ONE_BY_ONE;
  }

  @Override
  public List<Evidence> evidence() {
    return List.of(
        Evidence.of("partitionKey", partitionKey),
        Evidence.of("removals", removals),
        Evidence.percent("inOrderPercent", rising));
  }

  @Override
  public String finding() {
    return "A program removes the entities of a partition one by one, in the order of their keys.";
  }

  @Override
  public String action() {
    return "Remove a range of keys by one request: DELETE TABLE()?$filter=PartitionKey eq '..' and RowKey lt '..', or HighVolumeDelete in"
        + " the client. If age decides, let the entities expire: weir expiry set.";
  }

  @Override
  public String pattern() {
    return "high-volume-delete";
  }
}
