package io.weir.engine.advice;

import io.weir.engine.observe.Observed;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Applies all rules to a table. Pure; any thread. */
final class Adviser {

  private static final List<Function<TableEvidence, List<Advice>>> RULES = List.of(
      MissingIndex::in,
      NeverUsedIndex::in,
      HotPartition::in,
      AppendOnlyKeys::in,
      LargePartition::in,
      EntityNearLimit::in,
      UnreadProperty::in,
      DeletesOneByOne::in,
      WritesOneByOne::in);

  private Adviser() {}

  /** Returns the report on some tables of one record of requests. */
  static AdviceReport report(Observed observed, Stream<TableEvidence> tables) {
    return new AdviceReport(
        observed.observing().every(),
        observed.span(),
        tables.flatMap(Adviser::advice).toList());
  }

  private static Stream<Advice> advice(TableEvidence evidence) {
    return RULES.stream().flatMap(rule -> rule.apply(evidence).stream());
  }
}
