package io.weir.engine.advice;

import io.weir.api.TableName;
import java.util.List;

/**
 * Many small entities of one partition are written by single requests.
 *
 * @param stores single writes that store an entity
 * @param share their share of the partition's writes, apart from bulk writes
 * @param averageBytes the average length of an entity
 * @param perSecond single writes in a second, on average
 */
public record WritesOneByOne(
    TableName table,
    String partitionKey,
    long stores,
    double share,
    long averageBytes,
    long perSecond)
    implements Advice {

  static List<Advice> in(TableEvidence evidence) {
    var limits = evidence.thresholds();
    return evidence
        .partitions()
        .map(each -> new WritesOneByOne(
            evidence.name(),
            each.getKey(),
            each.getValue().storedAlone(),
            TableEvidence.share(each.getValue().storedAlone(), each.getValue().stores()),
            each.getValue().storedBytes() / Math.max(1, each.getValue().stores()),
            evidence.perSecond(each.getValue().storedAlone())))
        .filter(each -> each.stores >= limits.aloneStores()
            && each.share >= limits.aloneShare()
            && each.averageBytes <= limits.aloneBytes())
        .<Advice>map(each -> each)
        .toList();
  }

  @Override
  public AdviceKind kind() {
    return AdviceKind.WRITES_ONE_BY_ONE;
  }

  @Override
  public List<Evidence> evidence() {
    return List.of(
        Evidence.of("partitionKey", partitionKey),
        Evidence.of("writes", stores),
        Evidence.percent("sharePercent", share),
        Evidence.of("averageBytes", averageBytes),
        Evidence.of("writesPerSecond", perSecond));
  }

  @Override
  public String finding() {
    return "Many small entities of one partition are written one by one.";
  }

  @Override
  public String action() {
    return "If they come from one program, send up to 100 of them in one batch, or stream them to TABLE/$bulk: fewer requests and"
        + " signatures. If they are values of a series, keep many in one entity.";
  }

  @Override
  public String pattern() {
    return "data-series";
  }
}
