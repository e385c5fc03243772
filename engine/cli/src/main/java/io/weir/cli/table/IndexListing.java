package io.weir.cli.table;

import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.index.Duplicate;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The indexes of a table as lines of text. */
final class IndexListing {

  private static final double PERCENT = 100;

  private IndexListing() {}

  /** Returns a line for each index; one line that says so when there is none. */
  static List<String> lines(List<IndexStatus> indexes) {
    return indexes.isEmpty()
        ? List.of("The table has no indexes.")
        : indexes.stream().map(IndexListing::line).toList();
  }

  private static String line(IndexStatus status) {
    var definition = status.definition();
    return String.format(
        Locale.ROOT,
        "%s%s (%s)%s%s: %s%s, %.0f %%, %,d entries, %,d bytes",
        definition.unique() ? "unique " : "",
        definition.name(),
        definition.properties().stream()
            .map(SortProperty::toString)
            .collect(Collectors.joining(", ")),
        definition.where().equals(Filter.ALL)
            ? ""
            : " where " + FilterPrinter.print(definition.where()),
        definition.sparse() ? " sparse" : "",
        status.waiting() ? "waiting" : status.state().name().toLowerCase(Locale.ROOT),
        status.duplicate() == null ? "" : " because " + reason(status.duplicate()),
        status.progress() * PERCENT,
        status.entries(),
        status.bytes());
  }

  /** Returns why a unique index has failed. */
  static String reason(Duplicate duplicate) {
    return "the entities " + key(duplicate.first()) + " and " + key(duplicate.second())
        + " have the same values";
  }

  private static String key(EntityKey key) {
    return "('" + key.partitionKey() + "', '" + key.rowKey() + "')";
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
