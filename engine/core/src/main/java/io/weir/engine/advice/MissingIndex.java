package io.weir.engine.advice;

import io.weir.api.AccessPath;
import io.weir.api.TableName;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.SortProperty;
import io.weir.engine.index.TableIndex;
import io.weir.engine.observe.PlanTally;
import io.weir.engine.observe.QueryShape;
import io.weir.engine.plan.AccessChoice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Queries of one shape read much and return little, and an index would find what they return.
 *
 * @param shape the shape of the queries
 * @param definition the index that would serve them
 * @param declared the declared indexes that begin with its properties and do not serve them, each
 *     with the reason: {@code byName=sparse}
 * @param answers answers to such queries
 * @param scanned entities and entries that they have read
 * @param returned entities that they have returned
 */
public record MissingIndex(
    TableName table,
    QueryShape shape,
    IndexDefinition definition,
    List<String> declared,
    long answers,
    long scanned,
    long returned)
    implements Advice {

  /**
   * Returns one advice for each index that is missing, in the order of what the queries have read,
   * the most first.
   */
  static List<Advice> in(TableEvidence evidence) {
    var found = new ArrayList<Advice>();
    var advised = new HashSet<List<SortProperty>>();
    evidence
        .plans()
        .filter(each -> isPoor(each.getValue(), evidence.thresholds()))
        .forEach(each -> {
          var shape = each.getKey();
          var declared = evidence.table().indexes();
          IndexDesign.of(shape)
              .filter(design -> declared.stream().noneMatch(design::isServedBy))
              .filter(design -> advised.add(design.properties()))
              .ifPresent(design -> found.add(new MissingIndex(
                  evidence.name(),
                  shape,
                  design.definition(declared),
                  unable(design, declared),
                  each.getValue().answers(),
                  each.getValue().scanned(),
                  each.getValue().returned())));
        });
    return found;
  }

  private static List<String> unable(IndexDesign design, List<TableIndex> declared) {
    return declared.stream()
        .flatMap(index -> design.reasonAgainst(index).stream()
            .map(
                reason -> index.definition().name() + "=" + reason.name().toLowerCase(Locale.ROOT)))
        .toList();
  }

  private static boolean isPoor(PlanTally plan, Thresholds thresholds) {
    return plan.answers() >= thresholds.scanAnswers()
        && plan.records() >= thresholds.scanRecords()
        && plan.scanned() >= thresholds.scanEntities()
        && plan.returned() <= thresholds.scanReturned() * plan.scanned();
  }

  @Override
  public AdviceKind kind() {
    return AdviceKind.MISSING_INDEX;
  }

  @Override
  public List<Evidence> evidence() {
    var evidence = new ArrayList<>(List.of(
        Evidence.of("answers", answers),
        Evidence.of("scanned", scanned),
        Evidence.of("returned", returned),
        Evidence.of("path", shape.path().name()),
        Evidence.of("equal", String.join(",", shape.equal())),
        Evidence.of("ranged", String.join(",", shape.ranged())),
        Evidence.of("other", String.join(",", shape.others())),
        Evidence.of(
            "order",
            shape.order().stream().map(SortProperty::toString).collect(Collectors.joining(",")))));
    if (!declared.isEmpty()) {
      evidence.add(Evidence.of("declared", String.join(",", declared)));
    }
    return evidence;
  }

  @Override
  public String finding() {
    var by = Stream.concat(shape.equal().stream(), shape.ranged().stream())
        .collect(Collectors.joining(", "));
    var order = shape.order().isEmpty()
        ? ""
        : " in the order of "
            + shape.order().stream().map(SortProperty::name).collect(Collectors.joining(", "));
    return "Queries that compare " + by + order
        + " read many entities for each one that they return."
        + (declared.isEmpty()
            ? ""
            : " Declared indexes on these properties do not serve them: "
                + String.join(", ", declared) + ".");
  }

  @Override
  public String action() {
    if (!isInPartition()) {
      return "Declare an index on the compared properties. The service uses it by itself.";
    }
    var index = needsHint()
        ? "Declare an index that begins with the PartitionKey, and force it: in the header x-weir-index, with --index, or by Query.hint."
            + " The service reads so few entities of a partition without an index by itself."
        : "Declare an index that begins with the PartitionKey. The service uses it by itself.";
    return index
        + " A second row for each entity, under another row key, does the same on any service.";
  }

  private boolean isInPartition() {
    return shape.path().compareTo(AccessPath.PARTITION_SCAN) <= 0;
  }

  private boolean needsHint() {
    return isInPartition() && scanned <= answers * AccessChoice.FEW_ENTITIES;
  }

  @Override
  public List<String> commands() {
    var properties = definition.properties().stream()
        .map(each -> each.descending() ? each.name() + ":desc" : each.name())
        .collect(Collectors.joining(" "));
    return List.of("weir index create " + table + " " + definition.name() + " " + properties);
  }

  @Override
  public String pattern() {
    return isInPartition() ? "intra-partition-index" : "index-tables";
  }
}
