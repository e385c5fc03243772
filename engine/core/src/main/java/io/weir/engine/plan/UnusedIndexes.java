package io.weir.engine.plan;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.UnusedIndex;
import io.weir.api.index.UnusedIndex.Reason;
import io.weir.engine.index.TableIndex;
import java.util.List;
import java.util.stream.Stream;

/**
 * Says why a query used none of some declared indexes. It reads definitions and the filter, and no
 * entity. Pure; any thread.
 *
 * <p>The reasons follow from the rules of {@link IndexPlanner}. An index that could have answered
 * was too costly: see {@link AccessChoice}.
 */
public final class UnusedIndexes {

  private static final int NO_ID = -1;

  private UnusedIndexes() {}

  /**
   * Returns each declared index that the report does not name, in the order of the list.
   *
   * @param report how the query was answered
   */
  public static List<UnusedIndex> of(Query query, List<IndexStatus> declared, QueryReport report) {
    var used = List.of(report.index().split(","));
    var indexes = declared.stream()
        .map(status -> new TableIndex(NO_ID, status.definition(), status.state()))
        .toList();
    return indexes.stream()
        .filter(index -> !used.contains(index.definition().name().value()))
        .map(index -> of(query, index, indexes))
        .toList();
  }

  private static UnusedIndex of(Query query, TableIndex index, List<TableIndex> all) {
    var name = index.definition().name();
    var hint = query.hint();
    if (!hint.allowed() || hint.forced() != null && !name.equals(hint.forced())) {
      return new UnusedIndex(name, Reason.FORBIDDEN);
    }
    return switch (index.state()) {
      case BACKFILLING -> new UnusedIndex(name, Reason.BACKFILLING);
      case FAILED -> new UnusedIndex(name, Reason.FAILED);
      case READABLE ->
        couldServe(query, index, all)
            ? new UnusedIndex(name, Reason.COST)
            : unable(query, Conjuncts.of(query.filter()), index);
    };
  }

  private static boolean couldServe(Query query, TableIndex index, List<TableIndex> all) {
    if (!query.order().isEmpty()) {
      var conjuncts = Conjuncts.of(query.filter());
      return conjuncts.areCoveredBy(index.definition())
          && IndexPlanner.gives(conjuncts, query.order(), index);
    }
    var unions = IndexPlanner.unions(query.filter(), all, query.hint()).stream()
        .flatMap(List::stream)
        .flatMap(List::stream);
    return Stream.concat(
            IndexPlanner.candidates(query.filter(), all, query.hint()).stream(), unions)
        .anyMatch(access -> access.index().equals(index));
  }

  private static UnusedIndex unable(Query query, Conjuncts conjuncts, TableIndex index) {
    var definition = index.definition();
    var name = definition.name();
    if (!conjuncts.imply(definition)) {
      return new UnusedIndex(name, Reason.PARTIAL);
    }
    if (!query.order().isEmpty() && !IndexPlanner.gives(conjuncts, query.order(), index)) {
      return new UnusedIndex(name, Reason.ORDER);
    }
    var lacking = conjuncts.lacking(definition);
    var isBounded = !query.order().isEmpty() || IndexPlanner.isBounded(conjuncts, index);
    return isBounded && lacking.isPresent()
        ? new UnusedIndex(name, Reason.SPARSE, lacking.get().name())
        : new UnusedIndex(
            name, Reason.FIRST_PROPERTY, definition.properties().get(0).name());
  }
}
