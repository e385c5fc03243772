package io.weir.engine.advice;

import io.weir.api.TableName;
import io.weir.api.index.IndexName;
import io.weir.engine.index.TableIndex;
import io.weir.engine.observe.IndexTally;
import java.time.Duration;
import java.util.List;

/**
 * An index is declared, and no query has used it since the service started or the index became
 * readable. Unique indexes are left out, because they serve to refuse writes.
 *
 * @param queries queries of the table that might have used it
 * @param since the time since one of them first met it
 */
public record NeverUsedIndex(TableName table, IndexName index, long queries, Duration since)
    implements Advice {

  static List<Advice> in(TableEvidence evidence) {
    return evidence.table().indexes().stream()
        .filter(index -> index.isReadable() && !index.definition().unique())
        .<Advice>mapMulti((index, found) -> {
          var tally = evidence.observed().index(index.id());
          if (tally != null && isUnused(tally, evidence)) {
            found.accept(advice(index, tally, evidence));
          }
        })
        .toList();
  }

  private static boolean isUnused(IndexTally tally, TableEvidence evidence) {
    return tally.uses() == 0
        && tally.queries() >= evidence.thresholds().unusedQueries()
        && evidence.observed().since(tally).compareTo(evidence.thresholds().unusedAge()) >= 0;
  }

  private static NeverUsedIndex advice(TableIndex index, IndexTally tally, TableEvidence evidence) {
    return new NeverUsedIndex(
        evidence.name(),
        index.definition().name(),
        tally.queries(),
        evidence.observed().since(tally));
  }

  @Override
  public AdviceKind kind() {
    return AdviceKind.UNUSED_INDEX;
  }

  @Override
  public List<Evidence> evidence() {
    return List.of(
        Evidence.of("index", index.value()),
        Evidence.of("uses", 0),
        Evidence.of("queries", queries),
        Evidence.of("seconds", since.toSeconds()));
  }

  @Override
  public String finding() {
    return "No query has used the index " + index + ".";
  }

  @Override
  public String action() {
    return "Drop it if no rare query needs it: each write that changes its properties also writes its entries.";
  }

  @Override
  public List<String> commands() {
    return List.of("weir index drop " + table + " " + index);
  }
}
