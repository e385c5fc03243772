package io.weir.cli.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.edm.EdmString;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Some consecutive keys of a table: whole partitions, except for those of the first one that are
 * copied already.
 *
 * @param from the first partition
 * @param after the last key that was copied, in or after {@code from}; empty before the first
 * @param end the partition before which the range ends; empty for a range up to the last partition
 * @param copied number of entities that were copied
 * @param done whether all were
 */
record CopyRange(
    String from, Optional<EntityKey> after, Optional<String> end, long copied, boolean done) {

  /** All keys. */
  static final CopyRange ALL = new CopyRange("", Optional.empty(), Optional.empty(), 0, false);

  private static final String PARTITION = "PartitionKey";
  private static final String ROW = "RowKey";
  private static final String NOTHING = "-";

  /**
   * Returns the filters of the keys that are left, in their order. Each reads one interval of keys
   * on any service.
   */
  List<Filter> left() {
    var filters = new ArrayList<Filter>();
    after.ifPresent(key -> filters.add(new Filter.And(List.of(
        compare(PARTITION, Operator.EQUAL, key.partitionKey()),
        compare(ROW, Operator.GREATER, key.rowKey())))));
    filters.add(partitions(after
        .map(key -> compare(PARTITION, Operator.GREATER, key.partitionKey()))
        .or(() -> from.isEmpty()
            ? Optional.empty()
            : Optional.of(compare(PARTITION, Operator.GREATER_OR_EQUAL, from)))));
    return filters;
  }

  /** Returns the filter of all keys of the range, copied or not. */
  Filter whole() {
    return partitions(
        from.isEmpty()
            ? Optional.empty()
            : Optional.of(compare(PARTITION, Operator.GREATER_OR_EQUAL, from)));
  }

  private Filter partitions(Optional<Filter> begin) {
    var bounds = new ArrayList<Filter>();
    begin.ifPresent(bounds::add);
    end.ifPresent(partition -> bounds.add(compare(PARTITION, Operator.LESS, partition)));
    return switch (bounds.size()) {
      case 0 -> Filter.ALL;
      case 1 -> bounds.get(0);
      default -> new Filter.And(bounds);
    };
  }

  static Filter compare(String property, Operator operator, String value) {
    return new Filter.Comparison(property, operator, new EdmString(value));
  }

  CopyRange stored(EntityKey last, long entities) {
    return new CopyRange(from, Optional.of(last), end, copied + entities, done);
  }

  CopyRange finished() {
    return new CopyRange(from, after, end, copied, true);
  }

  CopyRange endingAt(String partition) {
    return new CopyRange(from, after, Optional.of(partition), copied, done);
  }

  /** Returns the text of the range in a journal. */
  String encode() {
    return String.join(
        "~",
        text(Optional.of(from)),
        text(after.map(EntityKey::partitionKey)),
        text(after.map(EntityKey::rowKey)),
        text(end),
        Long.toString(copied),
        Boolean.toString(done));
  }

  /**
   * Reads what {@link #encode} wrote. Throws an {@link IllegalArgumentException} for anything else.
   */
  static CopyRange decode(String text) {
    var parts = text.split("~", -1);
    if (parts.length != 6) {
      throw new IllegalArgumentException("not a range of keys: " + text);
    }
    var row = value(parts[2]);
    return new CopyRange(
        value(parts[0]).orElse(""),
        value(parts[1]).flatMap(partition -> row.map(key -> new EntityKey(partition, key))),
        value(parts[3]),
        Long.parseLong(parts[4]),
        Boolean.parseBoolean(parts[5]));
  }

  private static String text(Optional<String> value) {
    return value
        .map(known ->
            "=" + Base64.getUrlEncoder().withoutPadding().encodeToString(known.getBytes(UTF_8)))
        .orElse(NOTHING);
  }

  private static Optional<String> value(String text) {
    return text.equals(NOTHING)
        ? Optional.empty()
        : Optional.of(new String(Base64.getUrlDecoder().decode(text.substring(1)), UTF_8));
  }
}
